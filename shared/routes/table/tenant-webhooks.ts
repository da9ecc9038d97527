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

export const createTenantWebhookEndpoint = /* @__PURE__ */ creating(
  "createTenantWebhookEndpoint",
  owner,
);
export const listTenantWebhookEndpoints = /* @__PURE__ */ listing(
  "listTenantWebhookEndpoints",
  owner,
);
export const getTenantWebhookEndpoint = /* @__PURE__ */ getting("getTenantWebhookEndpoint", owner);
export const updateTenantWebhookEndpoint = /* @__PURE__ */ changing(
  "updateTenantWebhookEndpoint",
  owner,
);
export const deleteTenantWebhookEndpoint = /* @__PURE__ */ deleting(
  "deleteTenantWebhookEndpoint",
  owner,
);
export const rotateTenantWebhookSecret = /* @__PURE__ */ rotating(
  "rotateTenantWebhookSecret",
  owner,
);
export const testTenantWebhookEndpoint = /* @__PURE__ */ testing(
  "testTenantWebhookEndpoint",
  owner,
);
export const listTenantWebhookEndpointDeliveries = /* @__PURE__ */ listingDeliveries(
  "listTenantWebhookEndpointDeliveries",
  owner,
);
export const replayTenantWebhookDelivery = /* @__PURE__ */ replaying(
  "replayTenantWebhookDelivery",
  owner,
);
