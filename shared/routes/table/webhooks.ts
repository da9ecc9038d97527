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
import { platformEvents } from "./webhook-schemas.ts";

const owner = {
  base: "admin",
  access: "platform",
  events: platformEvents,
  name: "platform",
} as const satisfies Owner;

export const createWebhookEndpoint = /* @__PURE__ */ creating("createWebhookEndpoint", owner);
export const listWebhookEndpoints = /* @__PURE__ */ listing("listWebhookEndpoints", owner);
export const getWebhookEndpoint = /* @__PURE__ */ getting("getWebhookEndpoint", owner);
export const updateWebhookEndpoint = /* @__PURE__ */ changing("updateWebhookEndpoint", owner);
export const deleteWebhookEndpoint = /* @__PURE__ */ deleting("deleteWebhookEndpoint", owner);
export const rotateWebhookSecret = /* @__PURE__ */ rotating("rotateWebhookSecret", owner);
export const testWebhookEndpoint = /* @__PURE__ */ testing("testWebhookEndpoint", owner);
export const listWebhookEndpointDeliveries = /* @__PURE__ */ listingDeliveries(
  "listWebhookEndpointDeliveries",
  owner,
);
export const replayWebhookDelivery = /* @__PURE__ */ replaying("replayWebhookDelivery", owner);
