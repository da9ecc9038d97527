import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { signPdf } from "#test/support/sign-pdf.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { type Item, itemsUnder, putItem } from "#test/support/table-attack.ts";
import { responseOver, startAuthority } from "#test/support/time-stamp-authority.ts";

const pdf = { "content-type": "application/pdf", accept: "application/json" };

/** The file at a path, as a platform admin gets it. */
async function fileAt(system: TestSystem, path: string) {
  const bearer = await system.token({ is_platform_admin: true });
  const headers = { authorization: `Bearer ${bearer}`, accept: "application/pdf" };
  const answer = await fetch(`${system.baseUrl}${path}`, { headers });
  return {
    type: answer.headers.get("content-type"),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

const sequence = (system: TestSystem) =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

test("a signed certificate comes back whole although the log, a time stamp, a view and another address have changed what is drawn today", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "signed-"));
  const authority = await startAuthority();
  authority.answer = (digest, nonce) => ({ body: responseOver(digest, nonce) });
  onTestFinished(async () => {
    await authority.close();
    rmSync(stateDir, { recursive: true });
  });
  const settings = { TSA_URL: authority.url };
  const before = await startTestSystemWithLog({ stateDir, settings });
  const { token, review } = await commission(before);
  const link = `/counsel/review/${token}`;
  const path = `/admin/rule-reviews/${review.id}`;
  const decision = { decision: "approved", comment: "A remark." };
  await expectStatus(before.api()("POST", `${link}/decide`, decision), 200);
  // The log has not taken the decision, no time stamp covers it, and nobody has opened the request.
  const { bytes: certificate } = await fileAt(before, `${path}/certificate.pdf`);
  const signed = signPdf(certificate);
  const kept = await before.api()("PUT", `${link}/signed-certificate`, signed, pdf);
  expect(kept.status).toBe(201);
  await sequence(before);
  await expectStatus(before.api()("GET", link), 200);
  await sequence(before);
  expect((await fileAt(before, `${path}/certificate.pdf`)).bytes.equals(certificate)).toBe(false);
  await before.close();

  const after = await startTestSystemWithLog({
    stateDir,
    settings: { ...settings, BASE_URL: "https://elsewhere.example" },
  });
  const signedPath = `${path}/signed-certificates/${kept.body.sha256}`;
  const back = await fileAt(after, signedPath);
  expect([back.type, back.bytes.equals(signed)]).toEqual(["application/pdf", true]);
  // A file that could not come back whole is not taken.
  const late = await after.admin("PUT", `${path}/signed-certificate`, signPdf(signed), pdf);
  expect([late.status, late.body.code, late.body.detail]).toEqual([
    422,
    "not_a_signed_certificate",
    expect.stringContaining("Download it again"),
  ]);
  const today = await fileAt(after, `${path}/certificate.pdf`);
  const again = signPdf(today.bytes);
  const { body } = await expectStatus(
    after.admin("PUT", `${path}/signed-certificate`, again, pdf),
    201,
  );
  const second = await fileAt(after, `${path}/signed-certificates/${body.sha256}`);
  expect(second.bytes.equals(again)).toBe(true);
  // Somebody who can write to the table has altered, or removed, what the certificate was drawn from.
  const parts = await itemsUnder(after, `FIRM-SIGNATURES#${review.id}`);
  const part = parts.find(({ sk }) => String(sk).startsWith(`PART#${kept.body.sha256}`)) as Item;
  const file = parts.find(({ sk }) => sk === `FILE#${kept.body.sha256}`) as Item;
  const bytes = Buffer.from(part.bytes);
  const appended = signed.length - certificate.length;
  for (const [spoiled, drawing_bytes] of [
    [bytes.fill(0, appended), file["file"].drawing_bytes],
    [bytes.subarray(0, appended), 0],
  ]) {
    await putItem(after, { ...part, bytes: spoiled });
    await putItem(after, { ...file, file: { ...file["file"], drawing_bytes } });
    expect(await after.admin("GET", signedPath)).toMatchObject({
      status: 503,
      body: { code: "state_differs" },
    });
  }
  await putItem(after, part);
  await putItem(after, file);
  await expectStatus(after.admin("POST", `${path}/erase-words`, { reason: "Asked to." }), 200);
  expect((await fileAt(after, signedPath)).type).toBe("application/octet-stream");
  await after.close();
});
