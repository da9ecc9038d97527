import * as z from "zod/mini";
import { MAX_DELIVERY_VALUES } from "#shared/domain/sourcehost/limits.ts";
import { entriesOf, MAX_BODY_BYTES } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "sourcehost", access: "signed" });

const deliveryId = () => z.string();
const scope = () => z.string();

export const receiveSourcehostWebhook = /* @__PURE__ */ entry("receiveSourcehostWebhook", {
  on: "POST /webhooks/sourcehost/{tenant_id}",
  summary:
    "Takes a delivery of the source host; X-Hub-Signature-256 is verified over the raw bytes before anything else",
  params: () => z.object({ tenant_id: z.string() }),
  headers: {
    "x-hub-signature-256": "`sha256=` and the lower-case hex HMAC-SHA256 of the body's bytes.",
    "x-github-event": "The kind of event, e.g. `push`.",
    "x-github-delivery": "The delivery's id; the same for every attempt.",
  },
  bodyLimits: { bytes: MAX_BODY_BYTES, values: MAX_DELIVERY_VALUES },
  body: () => z.looseObject({}),
  responses: {
    200: {
      description: "Processed already within the last 10 minutes",
      schema: () => z.object({ status: z.literal("duplicate"), delivery_id: deliveryId() }),
    },
    202: {
      description:
        "Accepted (job_id: the discovery run of a push to the default branch), or valid with nothing to do",
      schema: () =>
        z.union([
          z.object({
            status: z.literal("accepted"),
            delivery_id: deliveryId(),
            scope: scope(),
            job_id: z.nullable(z.string()),
          }),
          z.object({
            status: z.literal("ignored"),
            reason: z.enum([
              "ping",
              "event_not_dispatchable",
              "non_default_branch",
              "action_closed",
              "connection_not_found",
            ]),
            delivery_id: deliveryId(),
            scope: scope(),
          }),
        ]),
    },
  },
  errors: [
    "malformed_payload",
    "missing_delivery_id",
    "signature_mismatch",
    "not_found",
    "unsupported_media_type",
    "sourcehost_webhook_secret_not_configured",
  ],
  needs: {
    table: "write",
    readSecrets: ["sourcehost-webhook-secret"],
    credentials: ["SOURCEHOST_WEBHOOK_SECRET"],
    events: "put",
  },
});
