import { text as readText } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, clickSteady, fillForm, openReview, sign } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { pdfObjects, pdfPages } from "#test/support/pdf-text.ts";
import { type Commissioned, ruleText } from "#test/support/review-fixture.ts";
import type { ApiAnswer } from "#test/support/system.ts";

const suite = browserSuite();

const rules = Array.from({ length: 6 }, (_, i) =>
  ruleText(`rule.${String(i).padStart(2, "0")}`, {
    customer_description_preview: `Start${i} ${"Words of a description. ".repeat(60)} End${i}`,
  }),
);

/** The address and title as the browser sees them while it prints. */
const duringPrint = "globalThis.during";
const watchPrinting = (page: Page) =>
  page.evaluate(
    `addEventListener("beforeprint", () => { ${duringPrint} = location.href + " " + document.title })`,
  );

/**
 * What the page prints at a step. The link is neither on the paper nor in what the browser says about
 * it.
 */
async function printed(page: Page, { review, token }: Commissioned): Promise<string> {
  const address = page.url();
  await watchPrinting(page);
  const pdf = await page.pdf();
  const pages = pdfPages(pdf);
  const text = pages.join("");
  const wanted = rules.flatMap((rule, i) => [`Start${i}Words`, `End${i}`, rule.use_case_id]);
  expect(wanted.filter((part) => !text.includes(part))).toEqual([]);
  const { id, rule_version_hash } = review;
  const onEach = pages.map((paper, i) =>
    [`Page${i + 1}of${pages.length}`, `Reference${id}`, rule_version_hash].every((part) =>
      paper.includes(part),
    ),
  );
  expect(onEach).toEqual(pages.map(() => true));
  const inside = pdfObjects(pdf).map((o) => o.dictionary + (o.stream?.toString("latin1") ?? ""));
  expect([text, ...inside].some((part) => part.includes(token))).toBe(false);
  const during = await page.evaluate(duringPrint);
  expect(during).toBe(`${suite.system.baseUrl}/counsel/review/printed Rule review ${id}`);
  expect(page.url()).toBe(address);
  return text;
}

/** The browser's page header omits the link. */
async function expectNoLinkOnPaper(page: Page, token: string): Promise<void> {
  const headerTemplate = '<p style="font-size:8px"><span class="url"></span></p>';
  const pdf = await page.pdf({ displayHeaderFooter: true, headerTemplate, pageRanges: "1" });
  const onPaper = pdfPages(pdf).join("");
  expect(onPaper).toContain("/counsel/review/printed");
  expect(onPaper).not.toContain(token);
}

/** The page's own buttons and the browser's keys print; the browser's page header omits the link. */
async function expectNoLinkInHeader(page: Page, token: string): Promise<void> {
  const address = page.url();
  await page.evaluate("globalThis.print = () => { globalThis.printed = true }");
  for (const way of ["the button", "the keys"]) {
    await page.evaluate("globalThis.printed = false");
    if (way === "the keys") await page.keyboard.press("Control+p");
    else await page.getByRole("button", { name: "Print" }).click();
    await expect.poll(() => page.evaluate("globalThis.printed"), { message: way }).toBe(true);
    expect([way, new URL(page.url()).pathname]).toEqual([way, "/counsel/review/printed"]);
    // However the print was started, it is the same.
    if (way === "the keys" || sized(true, false)) await expectNoLinkOnPaper(page, token);
    await page.keyboard.press("Shift");
    await page.waitForURL(address);
  }
}

/** Both papers have one page of summary with the log's address, and an annex; no page is blank. */
async function expectSummaryAndAnnex(page: Page): Promise<void> {
  const pages = pdfPages(await page.pdf({ format: "A4" }));
  const [summary = "", annex = ""] = pages;
  const hash = await page.locator('[data-slot="leaf"]').textContent();
  expect(summary).toContain(`/evidence/log/proof/${hash}`);
  expect(summary).toContain("Titleofrule.00:Reject");
  expect(summary).toContain("Intheannex,wordforword.");
  expect(annex).toContain("Annex:therules,asdecided");
  expect(annex).toContain("Commentofmanywords");
  expect(await page.locator("#proof-code path").getAttribute("d")).toMatch(/^M4 4h1v1h-1z/);
  expect(pages.filter((paper) => paper.length < 200)).toEqual([]);
  expect(pages.join("")).not.toMatch(/opensinanewtab|saveth[ei]sreceipt|Copy/);
  expect(await onLetter(page)).toContain("Annex:therules,asdecided");
}

const onLetter = async (page: Page) =>
  pdfPages(await page.pdf({ format: "Letter", pageRanges: "1-2" }))[1];

/** The JSON receipt contains what was signed and the rules it covers, not the link. */
async function expectJsonReceipt(page: Page, { token }: Commissioned, record: ApiAnswer["body"]) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download as JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`review-receipt-${record.id}.json`);
  const text = await readText(await download.createReadStream());
  expect(JSON.parse(text)).toMatchObject({
    request_id: record.id,
    decision: "approved_with_changes",
    decision_comment: comment,
    decided_at: record.decided_at,
    decision_signature: record.decision_signature,
    rule_version_hash: record.rule_version_hash,
  });
  expect(JSON.parse(text).rules).toHaveLength(rules.length);
  expect(text).not.toContain(token);
}

const comment = `Comment\n${"of many words ".repeat(200)}`;

test("reading, check and receipt print every rule, page numbers, the reference and the hash, without the link; the receipt has the decision and no buttons, is one page of summary and an annex, even when it is opened again, and can be downloaded as JSON", async () => {
  const { page, review, close } = await suite.visit({ rules });
  await openReview(page);
  await clickSteady(page.locator("#rules .choices label").nth(3));
  await page.locator("#remark-0").fill("Not this one.");
  await printed(page, review);
  await fillForm(page, "Approve with changes", comment);
  // The check shows the same rules as the reading and the receipt.
  if (sized(true, false)) await printed(page, review);
  await sign(page);
  await atStep(page, "Your decision is recorded");
  const text = await printed(page, review);
  const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
  const wanted = [body.decided_at, body.decision_signature, "Notthisone.", "Dr.AdaLex"];
  expect(wanted.filter((part) => !text.includes(part))).toEqual([]);
  expect(text).not.toMatch(/Copy|DownloadasJSON|Yourdecision(?!isrecorded)/);
  await expectJsonReceipt(page, review, body);
  await expectNoLinkInHeader(page, review.token);
  await expectSummaryAndAnnex(page);
  await page.reload();
  await page.locator("#open").click();
  await atStep(page, "This review is decided");
  expect(await onLetter(page)).toContain("Annex:therules,asdecided");
  await close();
});
