import { dsse } from "@sigstore/core";
import { describe, expect, it } from "vitest";
import {
  counselDigest,
  envelope,
  PAYLOAD_TYPE,
  preAuthEncoding,
  sealedDecision,
  statementText,
} from "#shared/domain/log/public-seal.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";

const sealed = {
  request_id: "6f1c2d3e-0000-4000-8000-000000000001",
  decision: "approved_with_changes",
  decided_at: "2026-11-20T10:15:30.123Z",
  framework_id: "f".repeat(64),
  digests: { record: "a".repeat(64), rules: "b".repeat(64), counsel: "c".repeat(64) },
};
const place = { rowHash: "d".repeat(64), leafIndex: Number.MAX_SAFE_INTEGER };

describe("the public seal", () => {
  it("encodes the signed bytes as @sigstore/core does", () => {
    const payload = statementText(sealed, place);
    const theirs = dsse.preAuthEncoding(PAYLOAD_TYPE, Buffer.from(payload));
    expect(Buffer.from(preAuthEncoding(payload)).equals(theirs)).toBe(true);
  });

  it("stays below the key service's message limit, with every subject and the longest values", () => {
    const all = { ...sealed, digests: { ...sealed.digests, document: "e".repeat(64) } };
    expect(preAuthEncoding(statementText(all, place)).length).toBeLessThan(2048);
    expect(() => preAuthEncoding("x".repeat(4096))).toThrow();
  });

  it("is an in-toto statement over digests, without personal text", () => {
    expect(JSON.parse(statementText(sealed, place))).toEqual({
      _type: "https://in-toto.io/Statement/v1",
      subject: [
        { name: "record", digest: { sha256: "a".repeat(64) } },
        { name: "rules", digest: { sha256: "b".repeat(64) } },
        { name: "counsel", digest: { sha256: "c".repeat(64) } },
      ],
      predicateType: "urn:countersign:decision:v1",
      predicate: {
        request_id: sealed.request_id,
        decision: sealed.decision,
        decided_at: sealed.decided_at,
        framework_id: sealed.framework_id,
        row_hash: place.rowHash,
        leaf_index: place.leafIndex,
      },
    });
    expect(envelope("{}", "0a1b2c3d", Uint8Array.of(1))).toEqual({
      payload: "e30=",
      payloadType: "application/vnd.in-toto+json",
      signatures: [{ keyid: "0a1b2c3d", sig: "AQ==" }],
    });
  });

  it("salts the counsel's digest, so that a name cannot be guessed", () => {
    const counsel = { display_name: "A", firm: null, jurisdiction: null, bar_registration: null };
    expect(counselDigest(counsel, "0".repeat(32))).not.toBe(counselDigest(counsel, "1".repeat(32)));
  });

  it("names the document only where there is one, and counsel only where the row names them", () => {
    const record = {
      id: sealed.request_id,
      framework_id: "eu_ai_act",
      rule_use_case_ids: ["a"],
      rule_version_hash: "b".repeat(64),
      counsel_id: "c",
      counsel_email: "c@example.com",
      status: "approved",
      decision_comment: null,
      nonce: "0".repeat(32),
      decided_at: sealed.decided_at,
      requested_by_user_id: "u",
    } as ReviewRecord;
    const counsel = { display_name: "A", firm: null, jurisdiction: null, bar_registration: null };
    const digests = (...given: [typeof counsel | null, string | null]) =>
      Object.keys(sealedDecision(record, ...given).digests);
    expect(digests(counsel, "e".repeat(64))).toEqual(["record", "rules", "counsel", "document"]);
    expect(digests(null, null)).toEqual(["record", "rules"]);
    expect(sealedDecision(record, counsel, null).digests.rules).toBe(record.rule_version_hash);
  });
});
