import {
  changing,
  creating,
  deleting,
  getting,
  listing,
  listingDeliveries,
  type Owner,
  replaying,
  rotating,
  testing,
} from "./webhook-entries.ts";
import { tenantEvents } from "./webhook-schemas.ts";

const owner = {
  base: "tenant",
  access: "org",
  events: tenantEvents,
  name: "tenant",
} as const satisfies Owner;

export const createTenantWebhookEndpoint = /* @__PURE__ */ creating({
  id: "createTenantWebhookEndpoint",
  owner,
});
export const listTenantWebhookEndpoints = /* @__PURE__ */ listing({
  id: "listTenantWebhookEndpoints",
  owner,
});
export const getTenantWebhookEndpoint = /* @__PURE__ */ getting({
  id: "getTenantWebhookEndpoint",
  owner,
});
export const updateTenantWebhookEndpoint = /* @__PURE__ */ changing({
  id: "updateTenantWebhookEndpoint",
  owner,
});
export const deleteTenantWebhookEndpoint = /* @__PURE__ */ deleting({
  id: "deleteTenantWebhookEndpoint",
  owner,
});
export const rotateTenantWebhookSecret = /* @__PURE__ */ rotating({
  id: "rotateTenantWebhookSecret",
  owner,
});
export const testTenantWebhookEndpoint = /* @__PURE__ */ testing({
  id: "testTenantWebhookEndpoint",
  owner,
});
export const listTenantWebhookEndpointDeliveries = /* @__PURE__ */ listingDeliveries({
  id: "listTenantWebhookEndpointDeliveries",
  owner,
});
export const replayTenantWebhookDelivery = /* @__PURE__ */ replaying({
  id: "replayTenantWebhookDelivery",
  owner,
});

/** Every entry above, in the order of the OpenAPI document. */
export const tenantWebhookRoutes = {
  createTenantWebhookEndpoint,
  listTenantWebhookEndpoints,
  getTenantWebhookEndpoint,
  updateTenantWebhookEndpoint,
  deleteTenantWebhookEndpoint,
  rotateTenantWebhookSecret,
  testTenantWebhookEndpoint,
  listTenantWebhookEndpointDeliveries,
  replayTenantWebhookDelivery,
};
