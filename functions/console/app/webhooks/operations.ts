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

/** On the endpoints of whoever is signed in; both sets have the same requests and responses. */
export const operations = (): typeof platform =>
  may("listWebhookEndpoints") ? platform : (tenant as unknown as typeof platform);

/** As they name one endpoint. */
export const at = (id: string) => ({ params: { id } });

/** What these endpoints may hear of. */
export const eventTypes = () =>
  may("listWebhookEndpoints") ? platformEventTypes : tenantEventTypes;

export type Endpoint = Item<"listWebhookEndpoints">;
export type Delivery = Item<"listWebhookEndpointDeliveries">;
