import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, clickSteady, openReview, sign } from "#test/support/counsel-page.ts";
import { signPdf } from "#test/support/sign-pdf.ts";

/* What counsel signs, and the files that they take with them (reviews-that-run, section 7). */

const suite = browserSuite();

test("counsel reads before and after signing what is signed, who signs, and who reads it; files and the firm's own signature follow", async () => {
  const { page, review, faults, close } = await suite.visit();
  const link = `/counsel/review/${review.token}`;
  await openReview(page);
  const { body } = await suite.system.api()("GET", link);
  expect(body.counsel).toEqual({
    display_name: "Dr. Ada Lex",
    firm: "Lex LLP",
    jurisdiction: "DE",
    bar_registration: "RAK 123",
  });
  const { body: trail } = await suite.system.admin(
    "GET",
    `/admin/rule-reviews/${review.review.id}/audit`,
  );
  const hashes = body.rule_hashes.map(({ content_hash }: { content_hash: string }) => content_hash);
  expect(trail.items[0].context.content_hashes).toEqual(hashes);

  await clickSteady(page.locator("#rules .choices label").nth(2));
  await page.locator("#remark-0").fill("This is not what the article says.");
  await clickSteady(page.locator("#d-approved_with_changes"));
  await page.locator("#form button[type=submit]").click();
  await page.locator("#sign").waitFor();
  const said = async (step: string) =>
    (await page.locator(`section[data-on~="${step}"]`).allInnerTexts()).join(" ");
  const both = [
    ...hashes,
    "Lex LLP · DE · RAK 123",
    "English",
    "This is not what the article says.",
    "nobody through the public log",
  ];
  const before = await said("check");
  for (const part of [...both, "What you sign", "Who will see your words"]) {
    expect(before).toContain(part);
  }
  await sign(page);
  await atStep(page, "Your decision is recorded");
  const after = await said("receipt");
  for (const part of [...both, "What you signed", "Who can see your words"]) {
    expect(after).toContain(part);
  }

  const saved = async (button: string): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(button).click(),
    ]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    return Buffer.concat(parts);
  };
  expect((await saved("#get-request")).subarray(0, 5).toString()).toBe("%PDF-");
  await suite.system.api()("POST", "/_local/schedules/sequence-log/run");
  const certificate = await saved("#get-certificate");
  await page.locator("#files summary").click();
  const handIn = async (buffer: Buffer) => {
    const file = { name: "signed.pdf", mimeType: "application/pdf", buffer };
    await page.locator("#signed-file").setInputFiles(file);
    await page.locator("#hand-in").click();
  };
  await handIn(certificate);
  await page.getByText("This is not a certificate of this decision with a signature").waitFor();
  await handIn(signPdf(certificate));
  await page.getByText("Kept beside the decision.").waitFor();
  // The link shows the same again, with how many questions were asked.
  await page.reload();
  await page.locator("#open").click();
  await atStep(page, "This review is decided");
  await page.locator("#receipt .of-questions").getByText("None").waitFor();
  // The refusal is the only answer that the browser complains of.
  expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
  await close();
});
