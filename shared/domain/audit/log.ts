import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const logKey = about("evidence_log_key");

/** The evidence log: its keys, its verifier, and the certificates issued from it. */
export const logActions = {
  "platform.evidence_log_key.provisioned": logKey("create", () => ({
    /** The log keys, Ed25519 first, then ML-DSA-44. */
    verifier_keys: z.array(z.string()),
    /** The key that signs certificates of writers. */
    rows_verifier_key: z.string(),
  })),
  "platform.evidence_log_key.rotated": logKey("update", () => ({
    verifier_keys: z.array(z.string()),
    /** The ids of the previous signing keys. */
    old_key_ids: z.array(z.string()),
  })),
  "platform.evidence_rows_key.rotated": about("evidence_rows_key")("update", () => ({
    verifier_key: z.string(),
    old_key_id: z.string(),
    /** Nothing that the former key certified counts any more. */
    emergency: z.boolean(),
  })),
  "evidence_log.verifier_published": about("evidence_log")("create", () => ({
    version: z.string(),
    sha256: z.string(),
  })),
  "certificate.issued": about("certificate")("create", () => ({
    /** The certificate is for one of these two. */
    review_id: z.optional(z.string()),
    panel_id: z.optional(z.string()),
    /** Hash of the row with the decision, or with the panel's result. */
    row_hash: z.string(),
    /** Size of the file, in bytes. */
    length: z.int(),
  })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(logActions);
