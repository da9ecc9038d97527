import { expect, test } from "vitest";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";

export function whatCounselAsks(suite: ConsoleSuite): void {
  test("a question is answered, more time given, and words that counsel suggests are taken over into the editor", async () => {
    const { review, token } = await commission(suite.system, { expiryDays: 3 });
    const link = `/counsel/review/${token}`;
    const send = (path: string, body: object, status: number) =>
      expectStatus(suite.system.api()("POST", `${link}${path}`, body), status);
    await expectStatus(suite.system.api()("GET", link), 200);
    await send("/questions", { text: "Which customers?", use_case_id: "rule.a" }, 201);
    const { page, faults } = await suite.visit(`/reviews/${review.id}`);
    await page.getByText("Which customers?").waitFor();
    expect(await flawsByTurns(page, 2)).toEqual([]);
    await page.getByLabel("Your answer").last().fill("All of them.");
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByText("All of them.").waitFor();
    await page.getByRole("button", { name: "Give more time" }).click();
    await page.getByLabel("Days from now").fill("20");
    await page.getByRole("dialog").getByRole("button", { name: "Give more time" }).click();
    await page.getByText("More time given").waitFor();
    const suggestions = [{ field: "title", text: "A shorter title" }];
    const verdict = { use_case_id: "rule.a", verdict: "changes_requested", text: "See mine." };
    const said = [{ ...verdict, suggestions }];
    await send("/decide", { decision: "approved_with_changes", rule_verdicts: said }, 200);
    await page.getByRole("button", { name: "Take over into the editor" }).click();
    const title = page.getByLabel("Title", { exact: true });
    await title.waitFor();
    expect(await title.inputValue()).toBe("A shorter title");
    expect(faults).toEqual([]);
  });
}
