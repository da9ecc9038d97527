import { createHash } from "node:crypto";
import { PDF } from "@libpdf/core";
import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { documentStamps } from "#shared/domain/evidence/pdf/document-stamps.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { noteSweep, sampled } from "#test/support/full-size.ts";
import { askAgain, expectStatus } from "#test/support/review-fixture.ts";
import { decidedReview, openRoom } from "#test/support/room-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { REFUSAL, responseOver, startAuthority } from "#test/support/time-stamp-authority.ts";

let system: TestSystem;
let authority: Awaited<ReturnType<typeof startAuthority>>;
let auditor: Auditor;
let id: string;
let room: string;
let genuine: typeof authority.answer;

const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

beforeAll(async () => {
  authority = await startAuthority();
  genuine = authority.answer;
  system = await startTestSystemWithLog({ settings: { TSA_URL: authority.url } });
  const { review, frameworkId } = await decidedReview(system);
  id = review.id;
  ({ token: room } = await openRoom(system, { framework_ids: [frameworkId] }));
  await sequence();
  auditor = await auditorOf(system);
  await auditor.copyLog();
  // So far it was the log that asked.
  authority.asked.length = 0;
});
afterAll(async () => {
  auditor.close();
  await system.close();
  await authority.close();
});
beforeEach(async () => {
  authority.answer = genuine;
  // An authority that failed is left alone for a minute.
  await system.advance(61);
});

async function bytesAt(path: string): Promise<Buffer> {
  const token = await system.token({ is_platform_admin: true });
  const answer = await fetch(`${system.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  return Buffer.from(await answer.arrayBuffer());
}
const certificate = (review = id) => bytesAt(`/admin/rule-reviews/${review}/certificate.pdf`);
let stamped: Promise<Buffer> | null = null;
/** That of the first review, asked for once. */
function kept(): Promise<Buffer> {
  stamped ??= certificate();
  return stamped;
}

/** The verifier's exit code and what it says of the paper. */
async function judged(bytes: Buffer): Promise<readonly [number | null, string | undefined]> {
  const { status, stdout } = await auditor.run(bytes, auditor.options);
  return [status, /^.* paper_stamp .*$/m.exec(stdout)?.[0]];
}

const faults = () =>
  system.lines
    .filter(({ event }) => event === "certificate.stamp_failed")
    .map(({ level, reason, error }) => [level, reason ?? error]);

/** Decided, but never asked for. */
async function another(): Promise<string> {
  return (await decidedReview(system, await askAgain(system))).review.id;
}

describe("with an authority, a certificate", () => {
  test("carries a document time stamp over all of it, which the verifier compares and never demands", async () => {
    const bytes = await kept();
    const [stamp, ...more] = await documentStamps(bytes);
    expect(more).toEqual([]);
    expect(stamp).toMatchObject({ end: bytes.length, length: bytes.length });
    const [status, line] = await judged(bytes);
    const [asked] = authority.asked.map((digest) => digest.toString("hex"));
    expect([status, line]).toEqual([0, expect.stringMatching(/^NOT CHECKED .* this whole file;/)]);
    expect(line).toContain(`openssl ts -verify -digest ${asked} `);
  });

  test("is what other programs take for one: a signed field of an unchanged file", async () => {
    const bytes = await kept();
    const text = bytes.toString("latin1");
    const [, gap = 0, after = 0, rest = 0] =
      /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/.exec(text)?.slice(1).map(Number) ?? [];
    const covered = createHash("sha256").update(bytes.subarray(0, gap));
    covered.update(bytes.subarray(after, after + rest));
    expect(authority.asked).toEqual([covered.digest()]);
    const pdf = await PDF.load(bytes);
    expect(pdf.getAttachment("bundle.json")).toBeDefined();
    expect(
      pdf
        .getForm()
        ?.getFields()
        .map(({ type, name }) => [type, name]),
    ).toEqual([["signature", "Time stamp"]]);
    const plain = await extractText(new Uint8Array(bytes), { mergePages: true });
    expect(plain.text).toContain("Certificate of review");
  });

  test("is the same bytes for the same state, in a room too, and asks once", async () => {
    const [first, second, inRoom] = [
      await kept(),
      await certificate(),
      await bytesAt(`/room/${room}/reviews/${id}/certificate.pdf`),
    ];
    expect([first.equals(second), first.equals(inRoom)]).toEqual([true, true]);
    expect(authority.asked).toHaveLength(1);
    const other = await another();
    const both = await Promise.all([certificate(other), certificate(other)]);
    expect(both[0].equals(both[1])).toBe(true);
  });

  test("that was changed afterwards is named, and so is what was added behind the stamp", async () => {
    const bytes = await kept();
    const drawn = Buffer.from(bytes);
    // A glyph's width: the attachment is as it was.
    const at = drawn.indexOf("/W [");
    drawn[at + 12] = (drawn[at + 12] as number) ^ 1;
    expect(await judged(drawn)).toEqual([1, expect.stringContaining("the file was changed")]);
    const longer = Buffer.concat([bytes, Buffer.from("%\n")]);
    expect(await judged(longer)).toEqual([
      0,
      expect.stringMatching(/^NOTED .*the other 2 were added later/),
    ]);
  });
});

describe("without a token, a certificate is handed out as it was drawn, and a line says so", () => {
  let review: string;
  beforeAll(async () => {
    review = await another();
  });

  const all: readonly [string, typeof authority.answer, string][] = [
    ["refuses", () => ({ body: REFUSAL }), "refused"],
    ["is in trouble", () => ({ status: 503, body: REFUSAL }), "http_503"],
    ["stamps something else", () => ({ body: responseOver(Buffer.alloc(32, 7)) }), "other_imprint"],
    [
      "answers an earlier request",
      (digest: Uint8Array) => ({ body: responseOver(digest) }),
      "other_nonce",
    ],
    ["answers a page", () => ({ body: Buffer.from("<html></html>") }), "not_der"],
    ["answers without an end", () => ({ body: "without an end" as const }), "Error"],
  ];
  // What else a token may be is judged as for the log's checkpoints (time-stamps.test.ts).
  const tried = sampled(all, 5);
  noteSweep("a certificate without a time stamp: answers of the authority", tried.length);
  test.each(tried)("the authority %s", async (_, answer, reason) => {
    authority.answer = answer;
    system.lines.length = 0;
    const bytes = await certificate(review);
    expect(faults()).toEqual([["error", reason]]);
    expect(await documentStamps(bytes)).toEqual([]);
  });

  test("and it is left alone for a minute, so that nobody waits for it again and again", async () => {
    authority.answer = () => ({ status: 503, body: REFUSAL });
    system.lines.length = 0;
    expect((await judged(await certificate(review)))[1]).toBeUndefined();
    authority.answer = genuine;
    await certificate(review);
    expect(faults().at(-1)).toEqual(["error", "paused"]);
    await system.advance(61);
    expect(await documentStamps(await certificate(review))).toHaveLength(1);
  });
});
