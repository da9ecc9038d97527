import * as z from "zod/mini";
import { page, paging } from "#shared/routes/contract/fields.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import {
  changeSchema,
  contentSchema,
  delivery,
  deliveryParams,
  endpoint,
  endpointParams,
  endpointWithSecret,
  listQuery,
  platformEvents,
  tested,
} from "./webhook-schemas.ts";

export const createWebhookEndpoint = {
  id: "createWebhookEndpoint",
  area: "webhooks",
  method: "POST",
  path: "/admin/webhook-endpoints",
  access: "platform",
  summary: "Have an address told of changes; its secret is in this answer alone",
  body: () => contentSchema(platformEvents()),
  responses: { 201: { description: "The endpoint, with its secret", schema: endpointWithSecret } },
  errors: ["endpoint_blocked", "too_many_endpoints"],
  needs: { table: "write", webhookKey: "use", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  sensitive: true,
} as const satisfies Route;

export const listWebhookEndpoints = {
  id: "listWebhookEndpoints",
  area: "webhooks",
  method: "GET",
  path: "/admin/webhook-endpoints",
  access: "platform",
  summary: "Every endpoint of the platform",
  query: listQuery,
  responses: { 200: { description: "A page of endpoints", schema: () => page(endpoint()) } },
  errors: [],
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

export const getWebhookEndpoint = {
  id: "getWebhookEndpoint",
  area: "webhooks",
  method: "GET",
  path: "/admin/webhook-endpoints/{id}",
  access: "platform",
  summary: "One endpoint",
  params: endpointParams,
  responses: { 200: { description: "The endpoint", schema: endpoint } },
  errors: [],
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

export const updateWebhookEndpoint = {
  id: "updateWebhookEndpoint",
  area: "webhooks",
  method: "PATCH",
  path: "/admin/webhook-endpoints/{id}",
  access: "platform",
  summary: "Change an endpoint, or switch it on or off",
  params: endpointParams,
  body: () => changeSchema(platformEvents()),
  responses: { 200: { description: "The endpoint", schema: endpoint } },
  errors: ["conflict", "endpoint_blocked"],
  needs: { table: "write", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  sensitive: true,
} as const satisfies Route;

export const deleteWebhookEndpoint = {
  id: "deleteWebhookEndpoint",
  area: "webhooks",
  method: "DELETE",
  path: "/admin/webhook-endpoints/{id}",
  access: "platform",
  summary: "Tell an address of nothing more",
  params: endpointParams,
  responses: { 204: { description: "Deleted" } },
  errors: [],
  needs: { table: "write" },
  sensitive: true,
} as const satisfies Route;

export const rotateWebhookSecret = {
  id: "rotateWebhookSecret",
  area: "webhooks",
  method: "POST",
  path: "/admin/webhook-endpoints/{id}/rotate-secret",
  access: "platform",
  summary: "Give an endpoint another secret; both sign for 24 h",
  params: endpointParams,
  responses: {
    200: { description: "The endpoint, with its new secret", schema: endpointWithSecret },
  },
  errors: ["conflict"],
  needs: { table: "write", webhookKey: "use" },
  sensitive: true,
} as const satisfies Route;

export const testWebhookEndpoint = {
  id: "testWebhookEndpoint",
  area: "webhooks",
  method: "POST",
  path: "/admin/webhook-endpoints/{id}/test",
  access: "platform",
  summary: "Send a webhook.test, once",
  params: endpointParams,
  responses: { 200: { description: "What came of it", schema: tested } },
  errors: ["endpoint_blocked"],
  needs: { table: "read", webhookKey: "use", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  sensitive: true,
} as const satisfies Route;

export const listWebhookEndpointDeliveries = {
  id: "listWebhookEndpointDeliveries",
  area: "webhooks",
  method: "GET",
  path: "/admin/webhook-endpoints/{id}/deliveries",
  access: "platform",
  summary: "What was delivered in 30 days, and what came of it; newest first",
  params: endpointParams,
  query: () => z.object(paging()),
  responses: { 200: { description: "A page of deliveries", schema: () => page(delivery()) } },
  errors: [],
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

export const replayWebhookDelivery = {
  id: "replayWebhookDelivery",
  area: "webhooks",
  method: "POST",
  path: "/admin/webhook-endpoints/{id}/deliveries/{delivery_id}/replay",
  access: "platform",
  summary: "Send a delivery again, once, as one of its own",
  params: deliveryParams,
  responses: { 202: { description: "The new delivery", schema: delivery } },
  errors: ["conflict"],
  needs: { table: "write", events: "put" },
  sensitive: true,
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const webhookRoutes = {
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  listWebhookEndpointDeliveries,
  replayWebhookDelivery,
};
