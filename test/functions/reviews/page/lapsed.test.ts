import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, axeViolations, overflow, shown } from "#test/support/counsel-page.ts";
import { sampled } from "#test/support/full-size.ts";
import { pdfPages } from "#test/support/pdf-text.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";

const suite = browserSuite();
const DAY = 86_400;

const decide = (token: string, body: unknown) =>
  suite.system.api()("POST", `/counsel/review/${token}/decide`, body);

const lapse = () => suite.system.advance(DAY + 1);

/** A decided review whose link has lapsed since. */
async function lapsed(body: Readonly<Record<string, unknown>>) {
  const review = await commission(suite.system, { expiryDays: 1 });
  const { body: receipt } = await expectStatus(decide(review.token, body), 200);
  await lapse();
  return { ...review, receipt };
}

const dayOf = (iso: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));

const languages = [
  ["de", /^Sie haben am .* 3 Regeln genehmigt$/],
  ["fr", /^Vous avez approuvé 3 règles le /],
  ["es", /^Usted aprobó 3 reglas el /],
  ["it", /^Lei ha approvato 3 regole il /],
] as const;

describe("a link that has lapsed", () => {
  test("does not say that rules were approved with changes if each of them was approved as it is", async () => {
    const { token } = await lapsed({
      decision: "approved_with_changes",
      rule_verdicts: [
        { use_case_id: "rule.a", verdict: "approved" },
        { use_case_id: "rule.b", verdict: "changes_requested", text: "Say who." },
        { use_case_id: "rule.c", verdict: "approved" },
      ],
    });
    const { page, close } = await suite.open(token);
    await page.locator("#open").click();
    await atStep(page, /^You approved 2 rules on .+, with an objection to /);
    expect(await shown(page, "outcomes")).toContain("2 approved, 1 sent back");
    await close();
  });

  test("is refused as ever, and tells counsel who decided in time what they decided, without the wording", async () => {
    const { token, receipt } = await lapsed({ decision: "approved", comment: "Fine." });
    const { status, body, text } = await suite.system.api()("GET", `/counsel/review/${token}`);
    expect([status, body.code]).toEqual([410, "review_expired"]);
    expect(body.decided).toMatchObject({
      request_id: receipt.request_id,
      counsel: { display_name: "Dr. Ada Lex" },
      rules: [{ use_case_id: "rule.a", title: "Title of rule.a" }, {}, {}],
      decision: {
        decision: "approved",
        decision_comment: "Fine.",
        decision_signature: receipt.decision_signature,
        row_hash: receipt.row_hash,
      },
    });
    expect(text).not.toContain("What the customer reads.");
    const again = await decide(token, { decision: "rejected" });
    expect([again.status, again.body.code, again.body.decided]).toEqual([
      410,
      "review_expired",
      undefined,
    ]);
  });

  test("tells nothing about a request that was not decided", async () => {
    const { token } = await commission(suite.system, { expiryDays: 1 });
    await lapse();
    const { body } = await suite.system.api()("GET", `/counsel/review/${token}`);
    expect([body.code, body.decided]).toEqual(["review_expired", undefined]);
  });

  test("shows on the page what was decided and when, with the receipt, not that it expired", async () => {
    const { token, receipt } = await lapsed({
      decision: "approved_with_changes",
      comment: "Shorter.",
      rule_verdicts: [
        { use_case_id: "rule.a", verdict: "approved" },
        { use_case_id: "rule.b", verdict: "rejected", text: "Not this one." },
      ],
    });
    const { page, faults, close } = await suite.open(token, {
      viewport: { width: 320, height: 640 },
    });
    await page.locator("#open").click();
    await atStep(
      page,
      `You approved 2 rules with changes on ${dayOf(receipt.decided_at)}, with an objection to Art. 5(1)(a) (Title of rule.b)`,
    );
    expect(await shown(page, "signature")).toBe(receipt.decision_signature);
    expect(await shown(page, "leaf")).toBe(receipt.row_hash);
    expect(await page.locator("#rules .titled h3").allTextContents()).toEqual([
      "Title of rule.a",
      "Title of rule.b",
      "Title of rule.c",
    ]);
    expect(await page.locator('[id="rule-rule.b"] .said').textContent()).toContain("Not this one.");
    expect(await page.locator("main").innerText()).not.toContain("expired");
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    const pages = pdfPages(await page.pdf({ format: "A4" }));
    expect(pages[0]).toContain(receipt.decision_signature);
    expect(pages).toHaveLength(2);
    // The browser reports every refused request.
    expect(faults.filter((fault) => !fault.includes("410"))).toEqual([]);
    await close();
  });

  // French, in addition to English above; in the bench, every language.
  test.each(sampled(languages, 4, 1))(
    "says so in %s to who reads that, at 320 px",
    async (locale, heading) => {
      const { token } = await lapsed({ decision: "approved" });
      const { page, close } = await suite.open(token, {
        locale,
        viewport: { width: 320, height: 640 },
      });
      await page.locator("#open").click();
      await atStep(page, heading);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await close();
    },
  );
});
