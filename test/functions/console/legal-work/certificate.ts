import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { instantText } from "#shared/domain/standing/day-text.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { signPdf } from "#test/support/sign-pdf.ts";

/** What a press on a button saves. */
async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The certificate comes back with the law firm's signature, and stands beside the original. */
async function handInSigned(page: Page): Promise<void> {
  const buffer = signPdf(await saved(page, "Certificate (PDF)"));
  const file = { name: "signed.pdf", mimeType: "application/pdf", buffer };
  await page.getByLabel("Signed certificate (PDF)").setInputFiles(file);
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByText("handed in by an admin").waitFor();
  expect((await saved(page, "Save")).equals(buffer)).toBe(true);
}

export function certificateOnPaper(suite: ConsoleSuite): void {
  /** CSS pixels of an A4 page inside its margins of 14 mm. */
  const [WIDTH, HEIGHT] = [688, 1016];

  /** How far down the first page a part of the certificate ends, in pixels, as it is printed. */
  const bottomOf = (page: Page, selector: string): Promise<number> =>
    page
      .locator(selector)
      .last()
      .evaluate(
        (part) => part.getBoundingClientRect().bottom + part.ownerDocument.defaultView.scrollY,
      );

  test("all values of a decision stand on one A4, with how to check them; comment and wording follow it", async () => {
    const rules = Array.from({ length: 20 }, (_, i) =>
      ruleText(`rule.${10 + i}`, { customer_description_preview: `What customers read of ${i}.` }),
    );
    const { review, token, ruleIds } = await commission(suite.system, { rules });
    const link = `/counsel/review/${token}`;
    await expectStatus(suite.system.api()("GET", link), 200);
    const rule_verdicts = ruleIds
      .slice(0, 8)
      .map((use_case_id) => ({ use_case_id, verdict: "rejected", text: "Not like this." }));
    const decision = { decision: "approved_with_changes", comment: "Much text. ".repeat(200) };
    await expectStatus(
      suite.system.api()("POST", `${link}/decide`, { ...decision, rule_verdicts }),
      200,
    );
    await expectStatus(suite.system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
    const { page, faults } = await suite.visit(`/reviews/${review.id}/certificate`);
    await page.getByRole("heading", { name: "How to check it without us" }).waitFor();
    const bundle = (
      await expectStatus(suite.system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`), 200)
    ).body;
    const row = bundle.audit.find((one: { action: string }) => one.action.endsWith("with_changes"));
    const values = page.locator(".certificate > .values");
    for (const value of [
      ...["Dr. Ada Lex", "Lex LLP", "RAK 123", review.id],
      `admin@example.com (${review.requested_by_user_id})`,
      `A framework (${review.framework_id})`,
      ...[instantText(review.created_at), instantText(row.created_at)],
      ...[review.rule_version_hash, row.row_hash],
      ...[bundle.log.origin, "Approved with changes, except Art. 5(1)(a) (Title of rule.10)"],
    ]) {
      await values.getByText(value, { exact: false }).first().waitFor();
    }
    await page.getByRole("img", { name: /QR code of the log/ }).waitFor();
    expect(await flawsByTurns(page, 2)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: WIDTH, height: HEIGHT });
    expect(await bottomOf(page, ".certificate > ol")).toBeLessThan(HEIGHT);
    const annex = page.locator(".annex");
    expect(
      await annex.evaluate(
        (one) => one.ownerDocument.defaultView.getComputedStyle(one).breakBefore,
      ),
    ).toBe("page");
    await annex.getByText("Much text.").waitFor();
    expect(await annex.getByText("What customers read of 19.").count()).toBe(1);
    // In full, as the comment: only rooms keep words back.
    expect(await annex.getByText("Not like this.").count()).toBe(8);
    // Nothing on paper that works only on a screen.
    expect(await page.getByRole("button").count()).toBe(0);
    expect(faults).toEqual([]);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 900 });
    await handInSigned(page);
    expect(faults).toEqual([]);
  });
}
