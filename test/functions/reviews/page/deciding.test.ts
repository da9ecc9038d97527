import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  clickSteady,
  fillForm,
  isFocused,
  openReview,
  shown,
  sign,
} from "#test/support/counsel-page.ts";
import { type Commissioned, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { inBench } from "#test/support/ways.ts";

const suite = browserSuite();
const DAY_S = 24 * 3600;

/** The same counsel decides in another tab. @returns the receipt that the other tab gets */
async function elsewhere({ token }: Commissioned, decision: unknown) {
  const path = `/counsel/review/${token}/decide`;
  return (await expectStatus(suite.system.api()("POST", path, decision), 200)).body;
}

/** Goes from the filled form to the check. */
async function check(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check before you sign" }).click();
  await atStep(page, "Check before you sign");
}

describe("while counsel is deciding", () => {
  test("if another tab decides meanwhile, one decision is recorded, and this tab says so and shows it", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Reject", "From this tab.");
    const other = await elsewhere(review, { decision: "approved", comment: "From the other tab." });
    await sign(page);
    await atStep(page, "This review was decided in the meantime");
    expect(await suite.actionsOf(review)).toEqual([
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
      "rule_review.approved",
    ]);
    await page.getByText("What you sent just now was not recorded.").waitFor();
    expect(await shown(page, "unsent")).toBe("Reject\n\nFrom this tab.");
    await page.getByRole("button", { name: "Show the recorded decision" }).click();
    await atStep(page, "This review is decided");
    expect(await shown(page, "signature")).toBe(other.decision_signature);
    expect(await shown(page, "comment")).toBe("From the other tab.");
    await close();
  });

  test("the page says what keeps a decision from being recorded or confirmed, and the draft stays; sending again gives the receipt, and the page no longer says that it is being recorded", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Request changes", "Still here.");
    const later = { code: "dependency_unavailable", detail: "Later.", request_id: "r-1" };
    await page.route("**/decide", (route) => route.fulfill({ status: 503, json: later }));
    await sign(page);
    await atStep(page, "Your decision was not recorded");
    await page.getByText("Request r-1.").waitFor();
    await page.unroute("**/decide");
    await page.getByRole("button", { name: "Back to the form" }).click();
    await atStep(page, /^Review of/);
    expect(await page.locator("#comment").inputValue()).toBe("Still here.");

    await check(page);
    const errors = [{ path: "comment", message: "must be well-formed Unicode" }];
    const faulty = { code: "validation_failed", errors };
    await page.route("**/decide", (route) => route.fulfill({ status: 400, json: faulty }));
    await sign(page);
    await atStep(page, /^Review of/);
    expect(await isFocused(page, "#errors")).toBe(true);
    expect(await page.locator("#e-comment").textContent()).toContain("well-formed Unicode");
    expect(await suite.statusOf(review)).toBe("pending");
    await page.unroute("**/decide");

    await page.locator("#comment").fill("Arrives, but nobody hears of it.");
    await check(page);
    await page.route("**/decide", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await sign(page);
    await atStep(page, "No confirmation arrived");
    await page.getByText("Sending again is safe:").waitFor();
    expect(await page.locator("#status").textContent()).toBe("");
    expect(await suite.statusOf(review)).toBe("changes_requested");
    await page.unroute("**/decide");
    await page.getByRole("button", { name: "Send again" }).click();
    await atStep(page, "Your decision is recorded");
    expect(await page.locator("#status").textContent()).toBe("");
    expect(await suite.actionsOf(review)).toHaveLength(3);
    await close();
  });

  test("a remark, proposed words, a reference and a question that the service refuses are blamed at their own fields", async () => {
    const twoLines = { customer_description_preview: "One.\r\nTwo." };
    const rules = [ruleText("rule.a"), ruleText("rule.b", twoLines)];
    const { page, review, close } = await suite.visit({ rules });
    await openReview(page);
    await clickSteady(page.locator("article .choices").nth(1).locator("label").nth(2));
    // Words under review whose lines end as on Windows are nothing that counsel proposes.
    expect(await page.locator(".propose[open]").count()).toBe(0);
    await page.locator("#remark-1").fill("a\vb");
    await clickSteady(page.locator("article .choices").first().locator("label").nth(2));
    await page.locator("#remark-0").fill("Other words, please.");
    await page.locator(".propose summary").first().click();
    const proposed = page.locator("[data-field=title]").first();
    await proposed.fill("a\vb");
    await page.locator(".propose summary").first().click();
    const ownReference = page.locator("details:has(#own-reference) summary");
    await clickSteady(ownReference);
    await page.locator("#own-reference").fill("Lex\u202e1");
    await clickSteady(ownReference);
    await fillForm(page, "Approve with changes");
    await sign(page);
    await atStep(page, /^Review of/);
    const blamed = () =>
      page.evaluate(
        '[...document.querySelectorAll("[data-invalid]")].map((e) => e.dataset.field ?? e.id)',
      );
    expect(await blamed()).toEqual(["title", "remark-1", "own-reference"]);
    expect((await page.locator("#errors li").allTextContents()).toSorted()).toEqual([
      expect.stringMatching(/^Title of rule\.a, Title: This was not accepted: it must .*\.$/),
      expect.stringMatching(/^Title of rule\.b: This was not accepted: it must .*\.$/),
      expect.stringMatching(/^Your reference: This was not accepted: it must .*\.$/),
    ]);
    expect(await page.locator("article .remark .error:visible").allTextContents()).toEqual(
      Array(2).fill(expect.stringContaining("it must")),
    );
    await page.locator("#errors a", { hasText: "Your reference" }).click();
    expect(await isFocused(page, "#own-reference")).toBe(true);
    await proposed.fill("ab");
    await page.locator("#remark-1").fill("ab");
    await page.locator("#own-reference").fill("Lex 1");
    expect(await blamed()).toEqual([]);
    await page.locator("#questions summary").click();
    await page.locator("#question-text").fill("a\vb");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.locator("#e-question", { hasText: "This was not accepted: it must" }).waitFor();
    expect(await suite.statusOf(review)).toBe("pending");
    await close();
  });

  test("a question whose answer is lost is shown if it was recorded; otherwise counsel is told that asking again is safe", async () => {
    const { page, close } = await suite.visit();
    await openReview(page);
    await page.locator("#questions summary").click();
    const ask = async (text: string) => {
      await page.locator("#question-text").fill(text);
      await page.getByRole("button", { name: "Ask" }).click();
    };
    const asked = page.locator("#questions-asked li");
    await page.route(
      "**/questions",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await ask("Since when?");
    await asked.getByText("Since when?").waitFor();
    expect(await page.locator("#question-text").inputValue()).toBe("");
    await page.route("**/questions", async (route) => {
      if (route.request().method() === "POST") await route.fetch();
      await route.abort();
    });
    await ask("Until when?");
    await page.locator("#e-question", { hasText: "No confirmation arrived." }).waitFor();
    expect(await page.locator("#question-text").inputValue()).toBe("Until when?");
    await page.unroute("**/questions");
    await page.getByRole("button", { name: "Ask" }).click();
    await asked.nth(1).waitFor();
    expect(await asked.count()).toBe(2);
    expect(await page.locator("#e-question").isVisible()).toBe(false);
    await close();
  });

  test("a request withdrawn while reading keeps the decision and the comment, which were not recorded, for copying", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Approve", "An hour of work.");
    await suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/cancel`);
    await sign(page);
    await atStep(page, "This review request was withdrawn");
    expect(await shown(page, "unsent")).toBe("Approve\n\nAn hour of work.");
    await close();
  });

  test("a request withdrawn while reading keeps all else that was not sent for copying, too, even without a comment", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    const objections = page.locator("#rules .choices label").filter({ hasText: "Request changes" });
    await clickSteady(objections.first());
    await page.locator("#remark-0").fill("Two hours of work.");
    await page.getByText("Propose other words").first().click();
    await page.locator(".propose textarea").first().fill("Other words.");
    await page.locator("details:has(#question) > summary").click();
    await page.locator("#question-text").fill("Half a question");
    await suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/cancel`);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await atStep(page, "This review request was withdrawn");
    expect(await page.locator("#unsent").isVisible()).toBe(true);
    expect(await shown(page, "unsent")).toMatch(
      /^Half a question\n\n.+: Request changes\n\nTwo hours of work\.\n\nOther words\.$/,
    );
    await close();
  });

  // A normal test run tests a withdrawn request instead, which the page reports in the same way.
  const expired = "an expired request says so, before and after it was opened";
  test.each(inBench(expired))("%s", async () => {
    const { page, review, close } = await suite.visit({ expiryDays: 1 });
    await openReview(page);
    await fillForm(page, "Approve");
    await suite.system.advance(DAY_S + 1);
    await sign(page);
    await atStep(page, "This review request has expired");
    expect(await shown(page, "unsent")).toBe("Approve");
    expect(await suite.statusOf(review)).toBe("pending");
    await page.reload();
    await page.locator("#open").click();
    await atStep(page, "This review request has expired");
    expect(await isFocused(page, "h1")).toBe(true);
    await close();
  });
});
