import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  fillForm,
  isFocused,
  openReview,
  shown,
  sign,
} from "#test/support/counsel-page.ts";

const suite = browserSuite();
const DAY_S = 24 * 3600;

describe("while counsel is deciding", () => {
  test("two tabs at once: one decision is recorded, and the other tab says so and shows it", async () => {
    const { page, review, close } = await suite.visit();
    const other = await suite.open(review.token);
    for (const tab of [page, other.page]) await openReview(tab);
    await fillForm(page, "Approve", "From the first tab.");
    await fillForm(other.page, "Reject", "From the second tab.");
    await Promise.all([sign(page), sign(other.page)]);
    const ends = /^(Your decision is recorded|This review was decided in the meantime)$/;
    await Promise.all([atStep(page, ends), atStep(other.page, ends)]);
    const headings = [page, other.page].map((tab) => tab.locator("h1").textContent());
    const [first] = await Promise.all(headings);
    const [winner, loser] =
      first === "Your decision is recorded" ? [page, other.page] : [other.page, page];
    const status = await suite.statusOf(review);
    expect(await shown(winner, "decision-value")).toBe(status);
    const decided = (await suite.actionsOf(review)).filter(
      (action) => action === `rule_review.${status}`,
    );
    expect(decided).toHaveLength(1);
    expect(await suite.actionsOf(review)).toHaveLength(3);

    await loser.getByText("What you sent just now was not recorded.").waitFor();
    expect(await shown(loser, "unsent")).toMatch(/^From the (first|second) tab\.$/);
    await loser.getByRole("button", { name: "Show the recorded decision" }).click();
    await atStep(loser, "This review is decided");
    expect(await shown(loser, "signature")).toBe(await shown(winner, "signature"));
    expect(await shown(loser, "comment")).toBe(await shown(winner, "comment"));
    await other.close();
    await close();
  });

  test("the same decision from two tabs gives both the same receipt", async () => {
    const { page, review, close } = await suite.visit();
    const other = await suite.open(review.token);
    for (const tab of [page, other.page]) {
      await openReview(tab);
      await fillForm(tab, "Approve", "The same.");
    }
    await Promise.all([sign(page), sign(other.page)]);
    for (const tab of [page, other.page]) await atStep(tab, "Your decision is recorded");
    expect(await shown(page, "signature")).toBe(await shown(other.page, "signature"));
    await other.close();
    await close();
  });

  test("a lost confirmation is reported as such, and sending again gives the same receipt; neither still says that it is being recorded", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Request changes", "Arrives, but nobody hears of it.");
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

  test("when the service refuses temporarily, nothing is recorded and the draft stays", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Approve", "Still here.");
    const problem = { code: "dependency_unavailable", detail: "Later.", request_id: "r-1" };
    await page.route("**/decide", (route) => route.fulfill({ status: 503, json: problem }));
    await sign(page);
    await atStep(page, "Your decision was not recorded");
    await page.getByText("Request r-1.").waitFor();
    expect(await suite.statusOf(review)).toBe("pending");
    await page.getByRole("button", { name: "Back to the form" }).click();
    await atStep(page, /^Review of/);
    expect(await page.locator("#comment").inputValue()).toBe("Still here.");
    await close();
  });

  test("a fault that the service reports is shown at its field", async () => {
    const { page, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Approve", "x");
    const errors = [{ path: "comment", message: "must be well-formed Unicode" }];
    const problem = { code: "validation_failed", errors };
    await page.route("**/decide", (route) => route.fulfill({ status: 400, json: problem }));
    await sign(page);
    await atStep(page, /^Review of/);
    expect(await isFocused(page, "#errors")).toBe(true);
    expect(await page.locator("#e-comment").textContent()).toContain("well-formed Unicode");
    await close();
  });

  test("a request withdrawn while reading keeps the unsent comment for copying", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Approve", "An hour of work.");
    await suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/cancel`);
    await sign(page);
    await atStep(page, "This review request was withdrawn");
    expect(await shown(page, "unsent")).toBe("An hour of work.");
    await close();
  });

  test("an expired request says so, before and after it was opened", async () => {
    const { page, review, close } = await suite.visit({ expiryDays: 1 });
    await openReview(page);
    await fillForm(page, "Approve");
    await suite.system.advance(DAY_S + 1);
    await sign(page);
    await atStep(page, "This review request has expired");
    expect(await page.locator("#unsent").isVisible()).toBe(false);
    expect(await suite.statusOf(review)).toBe("pending");
    const late = await suite.open(review.token);
    await late.page.locator("#open").click();
    await atStep(late.page, "This review request has expired");
    await late.close();
    await close();
  });
});
