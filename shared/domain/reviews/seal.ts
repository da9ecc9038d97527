import { createHmac } from "node:crypto";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { type RecordSeal, sealedOf } from "./fields.ts";
import type { SigningKey } from "./keyring.ts";
import type { ReviewRecord } from "./review.ts";

const SEAL_VERSION = 1;

/** HMAC-SHA256 over the RFC 8785 text of `{version, record, audit_head}`, lower-case hex. */
const macOf = (secret: string, record: ReviewRecord, auditHead: string): string =>
  createHmac("sha256", Buffer.from(secret, "utf8"))
    .update(
      canonicalJson({ version: SEAL_VERSION, record: sealedOf(record), audit_head: auditHead }),
    )
    .digest("hex");

/**
 * Seals a decided record together with the head of its audit chain, so that neither a changed field
 * nor a fully recomputed chain goes unnoticed.
 * @param auditHead row_hash of the decision's audit row
 */
export const sealRecord = (
  key: SigningKey,
  record: ReviewRecord,
  auditHead: string,
): RecordSeal => ({
  version: SEAL_VERSION,
  key_id: key.key_id,
  mac: macOf(key.secret, record, auditHead),
});
