import * as z from "zod/mini";
import { channels, deliveryResults } from "#shared/domain/connections/delivery.ts";
import { page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { connectionParams } from "./connection-schemas.ts";
import { sourcehostAppSettings } from "./provider-needs.ts";

const delivery = () =>
  z.object({
    delivery_id: z.nullable(z.string()),
    received_at: timestamp(),
    event: z.string(),
    scope: z.string(),
    outcome: z.enum(deliveryResults),
    reason: z.nullable(z.string()),
    job_id: z.nullable(z.string()),
    /** SHA-256 of the body as received, hex. */
    payload_digest: z.nullable(z.string()),
  });

/** What webhooks received, per connection and across tenants. */
export const listConnectionDeliveries = {
  id: "listConnectionDeliveries",
  area: "connections",
  method: "GET",
  path: "/connections/{id}/deliveries",
  access: "org",
  summary: "List what a connection's webhook received, newest first; kept for 90 days",
  params: connectionParams,
  query: () => z.strictObject({ ...paging(), outcome: z.optional(z.enum(deliveryResults)) }),
  responses: {
    200: { description: "A page of deliveries", schema: () => page(delivery()) },
  },
  needs: { table: "read" },
} as const satisfies Route;

export const redeliverDelivery = {
  id: "redeliverDelivery",
  area: "connections",
  method: "POST",
  path: "/connections/{id}/deliveries/{delivery_id}/redeliver",
  access: "org",
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
} as const satisfies Route;

export const listWebhookDeliveries = {
  id: "listWebhookDeliveries",
  area: "connections",
  method: "GET",
  path: "/admin/webhook-deliveries",
  access: "platform",
  summary: "List the deliveries of every tenant's webhooks, newest first; kept for 90 days",
  query: () =>
    z.strictObject({
      ...paging(),
      tenant_id: z.optional(uuid()),
      channel: z.optional(z.enum(channels)),
      outcome: z.optional(z.enum(deliveryResults)),
    }),
  responses: {
    200: {
      description: "A page of deliveries",
      schema: () =>
        page(
          z.extend(delivery(), {
            tenant_id: z.string(),
            connection_id: z.nullable(z.string()),
            channel: z.enum(channels),
          }),
        ),
    },
  },
  needs: { table: "read" },
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const deliveryRoutes = {
  listConnectionDeliveries,
  redeliverDelivery,
  listWebhookDeliveries,
};
