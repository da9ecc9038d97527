import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, fillForm, openReview, sign } from "#test/support/counsel-page.ts";
import { Attacker } from "#test/support/evidence-attacker.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { askAgain, expectStatus } from "#test/support/review-fixture.ts";
import type { Item } from "#test/support/table-attack.ts";

/* Counsel's receipt as a file from the page, judged by `verify-bundle.mjs --receipt`. */

const suite = browserSuite();
let auditor: Auditor;
let attacker: Attacker;
beforeAll(async () => {
  auditor = await auditorOf(suite.system);
  attacker = new Attacker(suite.system);
});
afterAll(() => rmSync(auditor.folder, { recursive: true }));

/** Presses the button. @returns the file's name and text */
async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download for the verifier" }).click(),
  ]);
  const path = join(auditor.folder, "download");
  await file.saveAs(path);
  return { name: file.suggestedFilename(), text: readFileSync(path, "utf8") };
}

/** Rejects on the page. @returns the receipt that the page offers at once */
async function rejectedOnPage() {
  const { page, faults, close, review } = await suite.visit();
  await openReview(page);
  await fillForm(page, "Reject", "Not like this.");
  await sign(page);
  await atStep(page, "Your decision is recorded");
  const file = await downloaded(page);
  expect(faults).toEqual([]);
  await close();
  return { review, file };
}

async function judged(text: string) {
  await auditor.copyLog();
  const { status, stdout } = await auditor.run(text, ["--receipt", ...auditor.options]);
  return [status, /^\S.* log {2}.*$/m.exec(stdout)?.[0].replaceAll(/ +/g, " ")];
}

test("the receipt is available as a file at once, is open until the log has the decision, and is then proven", async () => {
  const { review, file } = await rejectedOnPage();
  expect(file.name).toBe(`verifiable-receipt-${review.review.id}.json`);
  expect(JSON.parse(file.text)).toMatchObject({ request_id: review.review.id, log_proof: null });
  expect(await judged(file.text)).toEqual([
    3,
    "NOT CHECKED log The log has not taken this decision yet, nor another one.",
  ]);
  await attacker.sequence();
  const taken = [0, expect.stringMatching(/^OK log The decision is leaf \d+, taken at /)];
  expect(await judged(file.text)).toEqual(taken);

  const later = await suite.open(review.token);
  await openDecided(later.page);
  const whole = await downloaded(later.page);
  expect(JSON.parse(whole.text).log_proof).toContain("c2sp.org/tlog-proof@v1");
  expect(await judged(whole.text)).toEqual(taken);
  expect(later.faults).toEqual([]);
  await later.close();
});

test("a decision that was replaced before the log took it is missing from the log, and so is its replacement", async () => {
  const review = await askAgain(suite.system);
  const { body } = await expectStatus(
    suite.system.api()("POST", `/counsel/review/${review.token}/decide`, { decision: "rejected" }),
    200,
  );
  const real = (await attacker.reviewRows(review)).at(-1) as Item;
  await attacker.forgeDecision(review);
  await attacker.hide({ pk: `LOGOUT#${real.pk}`, sk: real.sk });
  await attacker.sequence();
  expect(await judged(JSON.stringify(body.receipt))).toEqual([
    3,
    expect.stringMatching(/^NOT CHECKED log The log has not taken this decision yet, nor another/),
  ]);
});

/** Goes from the link to the receipt of a decided review. */
async function openDecided(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open the review" }).click();
  await atStep(page, "This review is decided");
}
