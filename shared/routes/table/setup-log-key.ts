import * as z from "zod/mini";
import type { Route } from "#shared/routes/contract/route.ts";

export const rotateEvidenceLogKey = {
  id: "rotateEvidenceLogKey",
  area: "setup",
  method: "POST",
  path: "/admin/setup/evidence-log-key/rotate-key",
  access: "platform",
  summary: "Sign the evidence log with another key; what earlier keys signed stays verifiable",
  responses: {
    200: {
      description: "The key that signs now",
      schema: () =>
        z.object({
          status: z.literal("rotated"),
          /** Eight hex digits: the verifier key's own id. */
          key_id: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
          verifier_key: z.string(),
          revision: z.int(),
        }),
    },
  },
  errors: ["conflict", "secret_not_provisioned"],
  needs: { table: "write", logKey: "create" },
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const setupLogKeyRoutes = { rotateEvidenceLogKey };
