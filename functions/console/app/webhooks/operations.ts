import { platformEventTypes, tenantEventTypes } from "#shared/domain/webhooks/event-types.ts";
import { type Item, may } from "../shell/client.ts";

const platform = {
  list: "listWebhookEndpoints",
  get: "getWebhookEndpoint",
  create: "createWebhookEndpoint",
  update: "updateWebhookEndpoint",
  remove: "deleteWebhookEndpoint",
  rotate: "rotateWebhookSecret",
  test: "testWebhookEndpoint",
  deliveries: "listWebhookEndpointDeliveries",
  replay: "replayWebhookDelivery",
} as const;

const tenant = {
  list: "listTenantWebhookEndpoints",
  get: "getTenantWebhookEndpoint",
  create: "createTenantWebhookEndpoint",
  update: "updateTenantWebhookEndpoint",
  remove: "deleteTenantWebhookEndpoint",
  rotate: "rotateTenantWebhookSecret",
  test: "testTenantWebhookEndpoint",
  deliveries: "listTenantWebhookEndpointDeliveries",
  replay: "replayTenantWebhookDelivery",
} as const satisfies Record<keyof typeof platform, string>;

/** The operations on the user's own endpoints. Both sets have the same requests and responses. */
export const operations = (): typeof platform =>
  may("listWebhookEndpoints") ? platform : (tenant as unknown as typeof platform);

/** The request parameters that name one endpoint. */
export const at = (id: string) => ({ params: { id } });

/** The events that these endpoints may receive. */
export const eventTypes = () =>
  may("listWebhookEndpoints") ? platformEventTypes : tenantEventTypes;

export type Endpoint = Item<"listWebhookEndpoints">;
export type Delivery = Item<"listWebhookEndpointDeliveries">;
