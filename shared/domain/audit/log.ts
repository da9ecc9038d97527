import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

/** The evidence log: its keys and its verifier. */
export const logActions = {
  "platform.evidence_log_key.provisioned": {
    resourceType: "evidence_log_key",
    context: () =>
      z.strictObject({
        /** The log keys, Ed25519 first, then ML-DSA-44. */
        verifier_keys: z.array(z.string()),
        /** What signs certificates of writers. */
        rows_verifier_key: z.string(),
      }),
  },
  "platform.evidence_log_key.rotated": {
    resourceType: "evidence_log_key",
    context: () =>
      z.strictObject({
        verifier_keys: z.array(z.string()),
        /** The ids of the keys that signed before. */
        old_key_ids: z.array(z.string()),
      }),
  },
  "platform.evidence_rows_key.rotated": {
    resourceType: "evidence_rows_key",
    context: () => z.strictObject({ verifier_key: z.string(), old_key_id: z.string() }),
  },
  "evidence_log.verifier_published": {
    resourceType: "evidence_log",
    context: () => z.strictObject({ version: z.string(), sha256: z.string() }),
  },
} as const satisfies Vocabulary;

export const auditRow = rowsOf(logActions);
