import * as z from "zod";
import { route } from "./route.ts";

export const evidenceRoutes = {
  verifySignature: route({
    id: "verifySignature",
    area: "evidence",
    method: "POST",
    path: "/admin/signatures/verify",
    access: "platform",
    summary: "Does a signature verify, and under which key; nothing is normalised",
    body: z.strictObject({
      decision: z.string().max(100),
      counsel_email: z.string().max(1000),
      nonce: z.string().max(1000),
      decided_at: z.string().max(100),
      signature: z.string().max(1000),
    }),
    responses: {
      200: {
        description: "The verdict",
        schema: z.object({ verified: z.boolean(), key_id: z.string().nullable() }),
      },
    },
    errors: ["validation_failed", "malformed_json", "unsupported_media_type"],
    needs: {
      table: "read",
      readSecrets: ["counsel-review-hmac-secret"],
      settings: ["COUNSEL_REVIEW_HMAC_SECRET"],
    },
    sensitive: true,
  }),
};
