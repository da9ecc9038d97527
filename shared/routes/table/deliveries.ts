import * as z from "zod/mini";
import { askedOutcomes, channels, deliveryResults } from "#shared/domain/connections/delivery.ts";
import { page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { connectionParams } from "./connection-schemas.ts";
import { sourcehostAppSettings } from "./provider-needs.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "connections", access: "org" });

const delivery = () => ({
  delivery_id: z.nullable(z.string()),
  received_at: timestamp(),
  event: z.string(),
  scope: z.string(),
  outcome: z.enum(deliveryResults),
  reason: z.nullable(z.string()),
  job_id: z.nullable(z.string()),
});

/** SHA-256 of the body as received, hex. */
const digest = () => ({ payload_digest: z.nullable(z.string()) });

/** Filters by outcome (`refused`: rejected, or from another account) and by earliest time. */
const filters = () => ({
  outcome: z.optional(z.enum(askedOutcomes)),
  from: z.optional(timestamp()),
});

/** The deliveries that webhooks received, per connection and across tenants. */
export const listConnectionDeliveries = /* @__PURE__ */ entry("listConnectionDeliveries", {
  on: "GET /connections/{id}/deliveries",
  summary: "List what a connection's webhook received, newest first; kept for 90 days",
  params: connectionParams,
  query: () => z.strictObject({ ...paging(), ...filters() }),
  responses: /* @__PURE__ */ ok("A page of deliveries", () =>
    page(z.object({ ...delivery(), ...digest() })),
  ),
  needs: { table: "read" },
});

export const redeliverDelivery = /* @__PURE__ */ entry("redeliverDelivery", {
  on: "POST /connections/{id}/deliveries/{delivery_id}/redeliver",
  summary: "Ask the source host to deliver again",
  params: () =>
    z.object({
      id: uuid(),
      delivery_id: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
  responses: {
    202: {
      description: "The host was asked; the new attempt is listed when it arrives",
      schema: () => z.object({ status: z.literal("requested"), delivery_id: z.string() }),
    },
  },
  errors: ["redelivery_not_available"],
  needs: {
    table: "read",
    readSecrets: ["sourcehost-app-private-key"],
    settings: sourcehostAppSettings,
  },
});

export const listWebhookDeliveries = /* @__PURE__ */ entry("listWebhookDeliveries", {
  on: "GET /admin/webhook-deliveries",
  access: "platform",
  summary: "List the deliveries of every tenant's webhooks, newest first; kept for 90 days",
  query: () =>
    z.strictObject({
      ...paging(),
      tenant_id: z.optional(uuid()),
      channel: z.optional(z.enum(channels)),
      ...filters(),
    }),
  responses: /* @__PURE__ */ ok("A page of deliveries", () =>
    page(
      z.object({
        ...delivery(),
        tenant_id: z.string(),
        connection_id: z.nullable(z.string()),
        channel: z.enum(channels),
        ...digest(),
      }),
    ),
  ),
  needs: { table: "read" },
});
