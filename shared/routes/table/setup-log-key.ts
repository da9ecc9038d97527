import * as z from "zod/mini";
import { timestamp } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "setup", access: "platform" });

export const rotateEvidenceLogKey = /* @__PURE__ */ entry("rotateEvidenceLogKey", {
  on: "POST /admin/setup/evidence-log-key/rotate-key",
  summary: "Sign the evidence log with other keys; what earlier keys signed stays verifiable",
  responses: /* @__PURE__ */ ok("The keys that sign from the next checkpoint on", () =>
    z.object({
      status: z.literal("rotated"),
      /** Ed25519 first, then ML-DSA-44. */
      verifier_keys: z.array(z.string()),
      revision: z.int(),
    }),
  ),
  errors: ["conflict", "secret_not_provisioned"],
  needs: { table: "write", logKey: "create" },
});

export const rotateEvidenceRowsKey = /* @__PURE__ */ entry("rotateEvidenceRowsKey", {
  on: "POST /admin/setup/evidence-rows-key/rotate-key",
  summary:
    "Certify those who write logged rows with another key; rows and links under the former one stay good, but in an emergency open links must be renewed",
  body: () =>
    z.optional(
      z.strictObject({
        /** The key can no longer be trusted: nothing new counts under it, and no link does. */
        emergency: z._default(z.boolean(), false),
      }),
    ),
  responses: /* @__PURE__ */ ok("The key that certifies from the log's next run on", () =>
    z.object({
      status: z.literal("rotated"),
      verifier_key: z.string(),
      emergency: z.boolean(),
      /** In an emergency: from then on nothing is recorded until the key has changed. */
      pauses_at: z.nullable(timestamp()),
      revision: z.int(),
    }),
  ),
  errors: ["conflict", "secret_not_provisioned"],
  needs: { table: "write", rowsKey: "create" },
});
