import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { signPdf } from "#test/support/sign-pdf.ts";

/** The file that a press on a button saves. */
async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export function certificateOfReview(suite: ConsoleSuite): void {
  test("the certificate is saved from its review, returned with the law firm's signature, and shown there", async () => {
    const { review, token } = await commission(suite.system);
    const link = `/counsel/review/${token}`;
    await expectStatus(suite.system.api()("GET", link), 200);
    await expectStatus(
      suite.system.api()("POST", `${link}/decide`, { decision: "approved", comment: "Fine." }),
      200,
    );
    await expectStatus(suite.system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
    const { page, faults } = await suite.visit(`/reviews/${review.id}`);
    const buffer = signPdf(await saved(page, "Certificate (PDF)"));
    await page.locator("summary", { hasText: "With the law firm’s own signature" }).click();
    const file = { name: "signed.pdf", mimeType: "application/pdf", buffer };
    await page.getByLabel("Signed certificate (PDF)").setInputFiles(file);
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByText("handed in by an admin").waitFor();
    expect(await flawsByTurns(page, 2)).toEqual([]);
    expect((await saved(page, "Save")).equals(buffer)).toBe(true);

    const erase = { reason: "Asked to." };
    const path = `/admin/rule-reviews/${review.id}/erase-words`;
    await expectStatus(suite.system.admin("POST", path, erase), 200);
    const signature = await saved(page, "Save");
    expect(buffer.subarray(buffer.length - signature.length).equals(signature)).toBe(true);
    expect(signature.length).toBeLessThan(buffer.length);
    await page.getByText("only the firm’s signature, without the certificate").waitFor();
    expect(faults).toEqual([]);
  });
}
