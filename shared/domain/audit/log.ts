import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

const logKeyChange = {
  resourceType: "evidence_log_key",
  context: () =>
    z.strictObject({
      /** The verifier keys, Ed25519 first, then ML-DSA-44. */
      verifier_keys: z.array(z.string()),
      /** Only on rotation: the ids of the keys that signed before. */
      old_key_ids: z.optional(z.array(z.string())),
    }),
} as const;

/** The evidence log: its keys and its verifier. */
export const logActions = {
  "platform.evidence_log_key.provisioned": logKeyChange,
  "platform.evidence_log_key.rotated": logKeyChange,
  "evidence_log.verifier_published": {
    resourceType: "evidence_log",
    context: () => z.strictObject({ version: z.string(), sha256: z.string() }),
  },
} as const satisfies Vocabulary;

export const auditRow = rowsOf(logActions);
