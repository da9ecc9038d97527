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
  tenantEvents,
  tested,
} from "./webhook-schemas.ts";

export const createTenantWebhookEndpoint = {
  id: "createTenantWebhookEndpoint",
  area: "webhooks",
  method: "POST",
  path: "/tenant/webhook-endpoints",
  access: "org",
  summary: "Have an address told of changes; its secret is in this answer alone",
  body: () => contentSchema(tenantEvents()),
  responses: { 201: { description: "The endpoint, with its secret", schema: endpointWithSecret } },
  errors: ["endpoint_blocked", "too_many_endpoints"],
  needs: { table: "write", webhookKey: "use", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  sensitive: true,
} as const satisfies Route;

export const listTenantWebhookEndpoints = {
  id: "listTenantWebhookEndpoints",
  area: "webhooks",
  method: "GET",
  path: "/tenant/webhook-endpoints",
  access: "org",
  summary: "Every endpoint of the tenant",
  query: listQuery,
  responses: { 200: { description: "A page of endpoints", schema: () => page(endpoint()) } },
  errors: [],
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

export const getTenantWebhookEndpoint = {
  id: "getTenantWebhookEndpoint",
  area: "webhooks",
  method: "GET",
  path: "/tenant/webhook-endpoints/{id}",
  access: "org",
  summary: "One endpoint",
  params: endpointParams,
  responses: { 200: { description: "The endpoint", schema: endpoint } },
  errors: [],
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

export const updateTenantWebhookEndpoint = {
  id: "updateTenantWebhookEndpoint",
  area: "webhooks",
  method: "PATCH",
  path: "/tenant/webhook-endpoints/{id}",
  access: "org",
  summary: "Change an endpoint, or switch it on or off",
  params: endpointParams,
  body: () => changeSchema(tenantEvents()),
  responses: { 200: { description: "The endpoint", schema: endpoint } },
  errors: ["conflict", "endpoint_blocked"],
  needs: { table: "write", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  sensitive: true,
} as const satisfies Route;

export const deleteTenantWebhookEndpoint = {
  id: "deleteTenantWebhookEndpoint",
  area: "webhooks",
  method: "DELETE",
  path: "/tenant/webhook-endpoints/{id}",
  access: "org",
  summary: "Tell an address of nothing more",
  params: endpointParams,
  responses: { 204: { description: "Deleted" } },
  errors: [],
  needs: { table: "write" },
  sensitive: true,
} as const satisfies Route;

export const rotateTenantWebhookSecret = {
  id: "rotateTenantWebhookSecret",
  area: "webhooks",
  method: "POST",
  path: "/tenant/webhook-endpoints/{id}/rotate-secret",
  access: "org",
  summary: "Give an endpoint another secret; both sign for 24 h",
  params: endpointParams,
  responses: {
    200: { description: "The endpoint, with its new secret", schema: endpointWithSecret },
  },
  errors: ["conflict"],
  needs: { table: "write", webhookKey: "use" },
  sensitive: true,
} as const satisfies Route;

export const testTenantWebhookEndpoint = {
  id: "testTenantWebhookEndpoint",
  area: "webhooks",
  method: "POST",
  path: "/tenant/webhook-endpoints/{id}/test",
  access: "org",
  summary: "Send a webhook.test, once",
  params: endpointParams,
  responses: { 200: { description: "What came of it", schema: tested } },
  errors: ["endpoint_blocked"],
  needs: { table: "read", webhookKey: "use", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  sensitive: true,
} as const satisfies Route;

export const listTenantWebhookEndpointDeliveries = {
  id: "listTenantWebhookEndpointDeliveries",
  area: "webhooks",
  method: "GET",
  path: "/tenant/webhook-endpoints/{id}/deliveries",
  access: "org",
  summary: "What was delivered in 30 days, and what came of it; newest first",
  params: endpointParams,
  query: () => z.object(paging()),
  responses: { 200: { description: "A page of deliveries", schema: () => page(delivery()) } },
  errors: [],
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

export const replayTenantWebhookDelivery = {
  id: "replayTenantWebhookDelivery",
  area: "webhooks",
  method: "POST",
  path: "/tenant/webhook-endpoints/{id}/deliveries/{delivery_id}/replay",
  access: "org",
  summary: "Send a delivery again, once, as one of its own",
  params: deliveryParams,
  responses: { 202: { description: "The new delivery", schema: delivery } },
  errors: ["conflict"],
  needs: { table: "write", events: "put" },
  sensitive: true,
} as const satisfies Route;

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
