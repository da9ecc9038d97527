import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { certified } from "#shared/domain/log/certified.ts";
import { ED25519, rawPublicKey } from "#shared/domain/log/verifier-key.ts";
import {
  type Certificate,
  certificateText,
  rowText,
  type Writer,
  writerId,
} from "#shared/domain/log/writer.ts";
import { writerJudge } from "#shared/domain/log/writer-fault.ts";
import { testLogKeys } from "#test/support/log-signer.ts";

const origin = "compliance.example/evidence/log";
const log = testLogKeys(origin);
const rowsKeys = [{ key: log.rows.key, until: null, isWithdrawn: false }];
const pair = generateKeyPairSync("ed25519");
const publicKey = rawPublicKey(pair.publicKey.export({ format: "der", type: "spki" }), ED25519);
const id = writerId(publicKey);
const writer: Writer = {
  origin,
  operation: "decideReview",
  publicKey,
  notBefore: "2026-11-20T00:00:00.000Z",
  notAfter: "2026-11-20T12:00:00.000Z",
};

const signedBy = (key: typeof pair.privateKey, text: string) =>
  sign(null, Buffer.from(text), key).toString("base64");
const certificateOf = (of: Writer, key = log.rows.privateKey): Certificate => {
  const certificate = certificateText(of);
  return { certificate, signature: signedBy(key, certificate) };
};

const hash = "ab".repeat(32);
const signed = { writer: id, writer_signature: signedBy(pair.privateKey, rowText(hash)) };
const row = { action: "rule_review.approved", created_at: "2026-11-20T06:00:00.000Z" };

/** The judgement on a row by the writer with this certificate. */
const judged = (
  certificate: Certificate | null,
  given: Partial<typeof row> = {},
  by: object = signed,
) =>
  writerJudge({
    ...{ origin, rowsKeys },
    certificateOf: async () => certificate,
  })({ ...row, ...given }, hash, by);

describe("a row's writer", () => {
  it("is believed by a certificate of the log's rows key, for the actions of its operation", async () => {
    expect(await judged(certificateOf(writer))).toBeNull();
    expect(await judged(certificateOf({ ...writer, operation: "createCounsel" }))).toBe(
      "row_by_wrong_writer",
    );
    expect(await judged(certificateOf(writer), { action: "counsel.created" })).toBe(
      "row_by_wrong_writer",
    );
    // Nobody may sign rows that the log does not take.
    expect(await judged(certificateOf(writer), { action: "tenant.created" })).toBe(
      "row_by_wrong_writer",
    );
  });

  it.each([
    ["2026-11-19T23:55:00.000Z", null],
    ["2026-11-19T23:54:59.999Z", "row_by_wrong_writer"],
    ["2026-11-20T12:05:00.000Z", null],
    ["2026-11-20T12:05:00.001Z", "row_by_wrong_writer"],
    ["2026-13-99T00:00:00.000Z", "row_by_wrong_writer"],
  ])("of %s is within the certificate, but for five minutes of skew: %s", async (at, fault) => {
    expect(await judged(certificateOf(writer), { created_at: at })).toBe(fault);
  });

  it("is nobody without a certificate, or with one of another key, log, role or text", async () => {
    const other = generateKeyPairSync("ed25519");
    const { certificate, signature } = certificateOf(writer);
    for (const one of [
      null,
      certificateOf(writer, other.privateKey),
      certificateOf({ ...writer, origin: "other.example/evidence/log" }),
      { certificate: certificate.replace("decideReview", "createCounsel"), signature },
      { certificate: `${certificate}x\n`, signature },
      { certificate, signature: `${signature}=` },
      { certificate, signature: "" },
    ]) {
      expect(await judged(one)).toBe("row_unsigned");
    }
    // A log key counts only for checkpoints.
    const roles = [{ key: log.keys[0], until: null, isWithdrawn: false }];
    expect(await certified({ certificate, signature }, origin, roles)).toBeNull();
  });

  it("signed this very row, with the key of its own certificate", async () => {
    const of = certificateOf(writer);
    const other = signedBy(pair.privateKey, rowText("cd".repeat(32)));
    for (const by of [
      {},
      { writer: null, writer_signature: null },
      { ...signed, writer_signature: other },
      { ...signed, writer_signature: signedBy(pair.privateKey, hash) },
      { ...signed, writer: "cd".repeat(32) },
      { writer: id },
    ]) {
      expect(await judged(of, {}, by)).toBe("row_unsigned");
    }
  });

  it("counts under a former key for twelve more hours, after an emergency for no later leaf, and if in doubt by the row's leaf in the log", async () => {
    const changed = "2026-11-20T06:00:00.000Z";
    const under = (isWithdrawn: boolean, leaf?: { index: number; time: string }, found = leaf) =>
      writerJudge({
        origin,
        rowsKeys: [{ key: log.rows.key, until: 5, isWithdrawn }],
        certificateOf: async () => certificateOf(writer),
        timeOf: (index) => (index === 4 ? changed : null),
        leafOf: async () => found ?? null,
      })(row, hash, signed, leaf);
    const at = (index: number, time: string) => ({ index, time });
    const [then, inTime, late] = [
      at(4, changed),
      at(5, "2026-11-20T18:00:00.000Z"),
      at(5, "2026-11-20T18:00:00.001Z"),
    ];
    expect(await under(false, then)).toBeNull();
    expect(await under(false, inTime)).toBeNull();
    expect(await under(false, late)).toBe("row_by_wrong_writer");
    expect(await under(true, then)).toBeNull();
    expect(await under(true, inTime)).toBe("row_by_wrong_writer");
    for (const isWithdrawn of [false, true]) {
      expect(await under(isWithdrawn, undefined, then)).toBeNull();
      expect(await under(isWithdrawn, undefined)).toBe("row_by_wrong_writer");
    }
  });
});
