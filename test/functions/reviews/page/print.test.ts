import { text as readText } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, fillForm, openReview, sign } from "#test/support/counsel-page.ts";
import { pdfObjects, pdfPages } from "#test/support/pdf-text.ts";
import { type Commissioned, ruleText } from "#test/support/review-fixture.ts";

const suite = browserSuite();

const openReviewOrReceipt = async (page: Page): Promise<void> => {
  await page.locator("#open").click();
  await atStep(page, /^(Review of|This review is decided)/);
};

const rules = Array.from({ length: 12 }, (_, i) =>
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

/** What the page prints at a step; the link is not on the paper, nor in what the browser says of it. */
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

describe("on paper", () => {
  test("reading, check and receipt print every rule, page numbers, the reference and the hash, without the link; the receipt has the decision and no buttons", async () => {
    const { page, review, close } = await suite.visit({ rules });
    await openReview(page);
    await printed(page, review);
    await fillForm(page, "Approve", "A remark.");
    await printed(page, review);
    await sign(page);
    await atStep(page, "Your decision is recorded");
    const text = await printed(page, review);
    const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    const wanted = [body.decided_at, body.decision_signature, "Aremark.", "Dr.AdaLex"];
    expect(wanted.filter((part) => !text.includes(part))).toEqual([]);
    expect(text).not.toMatch(/Copy|DownloadasJSON|Yourdecision(?!isrecorded)/);
    await page.reload();
    await openReviewOrReceipt(page);
    await close();
  });

  test("the receipt is one page of summary with the log's address, and an annex; no page is blank", async () => {
    const { page, close } = await suite.visit({ rules });
    await openReview(page);
    await page.locator("#rules .choices label").nth(3).click();
    await page.locator("#remark-0").fill("Not this one.");
    await fillForm(page, "Approve with changes", `Comment ${"of many words ".repeat(200)}`);
    await sign(page);
    await atStep(page, "Your decision is recorded");
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
    const onLetter = async () => pdfPages(await page.pdf({ format: "Letter" }))[1];
    expect(await onLetter()).toContain("Annex:therules,asdecided");
    await page.reload();
    await openReviewOrReceipt(page);
    expect(await onLetter()).toContain("Annex:therules,asdecided");
    expect(pages.join("")).not.toMatch(/opensinanewtab|saveth[ei]sreceipt|Copy/);
    await close();
  });

  test("the JSON receipt contains what was signed and the rules it covers, not the link; printed by button or keys, the browser's own page header omits the link, which returns afterwards", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Request changes", "Line one.\nLine two.");
    await sign(page);
    await atStep(page, "Your decision is recorded");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as JSON" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`review-receipt-${review.review.id}.json`);
    const text = await readText(await download.createReadStream());
    const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(JSON.parse(text)).toMatchObject({
      request_id: body.id,
      decision: "changes_requested",
      decision_comment: "Line one.\nLine two.",
      decided_at: body.decided_at,
      decision_signature: body.decision_signature,
      rule_version_hash: body.rule_version_hash,
    });
    expect(JSON.parse(text).rules).toHaveLength(3);
    expect(text).not.toContain(review.token);

    const address = page.url();
    await page.evaluate("globalThis.print = () => { globalThis.printed = true }");
    for (const way of ["the button", "the keys"]) {
      await page.evaluate("globalThis.printed = false");
      if (way === "the keys") await page.keyboard.press("Control+p");
      else await page.getByRole("button", { name: "Print" }).click();
      await expect.poll(() => page.evaluate("globalThis.printed"), { message: way }).toBe(true);
      const template = '<p style="font-size:8px"><span class="url"></span></p>';
      const pdf = await page.pdf({ displayHeaderFooter: true, headerTemplate: template });
      const onPaper = pdfPages(pdf).join("");
      expect([way, onPaper.includes("/counsel/review/printed")]).toEqual([way, true]);
      expect([way, onPaper.includes(review.token)]).toEqual([way, false]);
      await page.keyboard.press("Shift");
      expect(page.url()).toBe(address);
    }
    await close();
  });
});
