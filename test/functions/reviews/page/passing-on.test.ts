import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  axeViolations,
  isFocused,
  openReview,
  overflow,
} from "#test/support/counsel-page.ts";
import { inBench } from "#test/support/ways.ts";

const suite = browserSuite();

async function visit() {
  const visited = await suite.visit({ mayDelegate: true });
  await openReview(visited.page);
  await visited.page.getByRole("button", { name: "Pass this on" }).click();
  await atStep(visited.page, "Pass this review on");
  return visited;
}

async function fill(page: Page, email = "Eva@Recht.example"): Promise<void> {
  await page.getByLabel("Name").fill("Dr. Eva Recht");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Reason").fill("I am on leave.");
}

const passOn = (page: Page) => page.getByRole("button", { name: "Pass it on" }).click();
const values = (page: Page) =>
  page.evaluate(
    `[...document.querySelectorAll("#delegation input, #delegation textarea")].map((e) => e.value)`,
  );

describe("passing a review on", () => {
  test("says at each field what is wrong with it, and keeps all that was typed; then names who is asked instead, and ends counsel's own link", async () => {
    const { page, review, faults, close } = await visit();
    await passOn(page);
    expect(await page.locator("#delegation .error:visible").allTextContents()).toEqual(
      Array.from({ length: 3 }, () => "Fill this in."),
    );
    expect(await isFocused(page, "#to-display_name")).toBe(true);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const said = async (email: string) => {
      await fill(page, email);
      await passOn(page);
      await page.locator("#e-to-email:visible").waitFor();
      return page.locator("#e-to-email").textContent();
    };
    expect(await said("eva")).toContain("Enter one e-mail address");
    expect(await said(review.email)).toBe("Name somebody else than yourself.");
    await fill(page);
    await page.getByLabel("Firm").fill("Re\u202echt");
    await passOn(page);
    await page.locator("#e-to-firm:visible").waitFor();
    expect(await values(page)).toEqual([
      "Dr. Eva Recht",
      "Eva@Recht.example",
      "Re\u202echt",
      "",
      "",
      "I am on leave.",
    ]);
    expect(await suite.statusOf(review)).toBe("pending");
    // The browser reports every refused request.
    expect(faults.filter((fault) => !/4\d\d/.test(fault))).toEqual([]);

    await page.getByLabel("Firm").fill("Recht & Partner");
    await passOn(page);
    await atStep(page, "The review is passed on");
    await page.getByText("Dr. Eva Recht (eva@recht.example)").waitFor();
    expect(await suite.actionsOf(review)).toContain("rule_review.cancelled");
    const { body } = await suite.system.admin(
      "GET",
      `/admin/rule-reviews?framework_id=${review.frameworkId}&status=pending`,
    );
    const theirs = body.items.filter(
      ({ delegated_from }: { delegated_from: string | null }) =>
        delegated_from === review.review.id,
    );
    expect(theirs).toHaveLength(1);
    await page.reload();
    await page.locator("#open").click();
    await atStep(page, "This review request has ended");
    await close();
  });

  test("loses nothing to the network, to a busy service, to Back or to a reload; an answer that was lost is found again", async () => {
    const { page, review, close } = await visit();
    await fill(page);
    const whole = await values(page);
    const answers = [
      [503, { code: "dependency_unavailable" }, "Nothing was changed, and sending again is safe"],
      // Something else answered, or the service failed halfway: nobody can say what was recorded.
      [503, { message: "Service Unavailable" }, "No confirmation arrived."],
      [500, { code: "internal", request_id: "77" }, "nothing is recorded twice. Request 77."],
    ] as const;
    for (const [status, json, said] of answers) {
      await page.route("**/delegate", (route) => route.fulfill({ status, json }));
      await passOn(page);
      await page.getByText(said).waitFor();
      expect(await values(page)).toEqual(whole);
      await page.unroute("**/delegate");
    }
    await page.goBack();
    await atStep(page, /^Review of/);
    await page.reload();
    await openReview(page);
    await page.locator("#pass-on").click();
    expect(await values(page)).toEqual(whole);
    await page.route("**/delegate", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await passOn(page);
    await page.getByText("No confirmation arrived.").waitFor();
    expect(await values(page)).toEqual(whole);
    await page.unroute("**/delegate");
    await passOn(page);
    await atStep(page, "The review is passed on");
    expect(await suite.statusOf(review)).toBe("cancelled");
    await close();
  });

  test("does not name somebody as asked whom counsel typed only after the answer to passing it on to another was lost", async () => {
    const { page, close } = await visit();
    await fill(page, "anna@first.example");
    await page.route("**/delegate", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await passOn(page);
    await page.getByText("No confirmation arrived.").waitFor();
    await page.unroute("**/delegate");
    await fill(page, "bert@second.example");
    await passOn(page);
    await atStep(page, "This review request has ended");
    await page.getByText("You passed it on to somebody else.").waitFor();
    await close();
  });

  // Every test run tests this for a decision (deciding.test.ts).
  test.each(inBench("tells of a review that was decided meanwhile"))("%s", async () => {
    const { page, review, close } = await visit();
    await fill(page);
    const path = `/counsel/review/${review.token}/decide`;
    await suite.system.api()("POST", path, { decision: "rejected" });
    await passOn(page);
    await atStep(page, "This review was decided in the meantime");
    await close();
  });
});
