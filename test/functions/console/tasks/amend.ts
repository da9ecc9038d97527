import { expect, test } from "vitest";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";

/**
 * "Amend and request again": counsel sent two rules back. Home's button opens the editor with what
 * counsel said beside the text. Saving the last rule opens the request. Two rules take nine clicks, and
 * each rule is checked and confirmed before it is saved.
 */
export function amendTasks(suite: ConsoleSuite): void {
  test("an objection to two rules is amended and requested again from Home in 9 clicks", async () => {
    const rules = ["rule.a", "rule.b"].map((id, i) =>
      ruleText(id, {
        citations: [{ label: `Regulation (EU) 2024/1689, Article ${i + 60}` }],
        title: `Notice ${id}`,
      }),
    );
    const asked = await commission(suite.system, { rules });
    const path = `/admin/frameworks/${asked.frameworkId}`;
    const named = { display_name: "Regulation on objections", short_name: "Objections" };
    await expectStatus(suite.system.admin("PUT", path, named), 200);
    const link = `/counsel/review/${asked.token}`;
    await expectStatus(suite.system.api()("GET", link), 200);
    await expectStatus(
      suite.system.api()("POST", `${link}/decide`, {
        decision: "changes_requested",
        rule_verdicts: rules.map(({ use_case_id }) => ({
          use_case_id,
          verdict: "changes_requested",
          text: `Say who tells them: ${use_case_id}.`,
        })),
      }),
      200,
    );
    const { page, faults } = await suite.visit("");
    let clicks = 0;
    const click = async (role: "link" | "button", name: string | RegExp): Promise<void> => {
      clicks += 1;
      await page
        .getByRole(role, { name, exact: typeof name === "string" })
        .last()
        .click();
    };
    await click("link", /^Amend and request again: Art\. 60, Art\. 61/);
    for (const [at, { use_case_id, title }] of rules.entries()) {
      await atStep(page, new RegExp(`^Edit.*${title}`));
      await page.getByText(`Rule ${at + 1} of 2 that counsel remarked on`).waitFor();
      await page
        .locator("#main .trouble")
        .getByText(`Say who tells them: ${use_case_id}.`)
        .waitFor();
      if (at === 0) expect(await flawsByTurns(page, 1)).toEqual([]);
      await page.getByLabel("Suggested verdict").fill("The deployer tells them.");
      await click("button", "Check and preview");
      await click("button", "Save");
      await click("button", "Save");
    }
    await atStep(page, "Request a review");
    await page.getByText("2 picked").waitFor();
    await page.waitForFunction(
      `document.querySelector("#field-counsel_id")?.value === ${JSON.stringify(asked.counselId)}`,
    );
    await click("button", "Request the review");
    await atStep(page, "Forward this link");
    await click("button", "I have forwarded it");
    await atStep(page, "Art. 60, Art. 61 · 2 rules · Objections");
    expect([clicks, faults]).toEqual([9, []]);
  });
}
