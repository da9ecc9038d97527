import * as z from "zod/mini";
import type { Route } from "#shared/routes/contract/route.ts";

export const rotateEvidenceLogKey = {
  id: "rotateEvidenceLogKey",
  area: "setup",
  method: "POST",
  path: "/admin/setup/evidence-log-key/rotate-key",
  access: "platform",
  summary: "Sign the evidence log with other keys; what earlier keys signed stays verifiable",
  responses: {
    200: {
      description: "The keys that sign from the next checkpoint on",
      schema: () =>
        z.object({
          status: z.literal("rotated"),
          /** Ed25519 first, then ML-DSA-44. */
          verifier_keys: z.array(z.string()),
          revision: z.int(),
        }),
    },
  },
  errors: ["conflict", "secret_not_provisioned"],
  needs: { table: "write", logKey: "create" },
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const setupLogKeyRoutes = { rotateEvidenceLogKey };
