import * as z from "zod/mini";
import { deliverySchema } from "#shared/domain/webhooks/delivery.ts";
import { page, paging } from "#shared/routes/contract/fields.ts";
import { created, type Method, ok, type Route } from "#shared/routes/contract/route.ts";
import {
  changeSchema,
  contentSchema,
  deliveryParams,
  type EventSchema,
  endpoint,
  endpointParams,
  endpointWithSecret,
  listQuery,
  tested,
} from "./webhook-schemas.ts";

/*
 * The entries of webhook endpoints, for both kinds of owner: the platform and a tenant. A table calls
 * them as pure, so that a bundle contains only the entry that it serves.
 */

/** The owner of the endpoints. */
export interface Owner {
  /** The first part of their paths. */
  base: "admin" | "tenant";
  /** Who may call. */
  access: "platform" | "org";
  /** The events that its endpoints may receive. */
  events: () => EventSchema;
  /** The owner's name within a sentence. */
  name: string;
}

/** The members that all these entries share, with method and path. */
const shared = <Id extends string, const O extends Owner, M extends Method, P extends string>(
  id: Id,
  { base, access }: O,
  method: M,
  below: P,
) =>
  ({
    id,
    area: "webhooks",
    method,
    path: `/${base as O["base"]}/webhook-endpoints${below}`,
    access: access as O["access"],
  }) as const;

export const creating = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "POST", ""),
    summary: "Create a webhook endpoint; only this answer contains its secret",
    body: () => contentSchema(owner.events()),
    responses: created("The endpoint, with its secret", endpointWithSecret),
    errors: ["endpoint_blocked", "too_many_endpoints"],
    needs: { table: "write", webhookKey: "use", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  }) as const satisfies Route;

export const listing = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "GET", ""),
    summary: `Every endpoint of the ${owner.name}`,
    query: listQuery,
    responses: ok("A page of endpoints", () => page(endpoint())),
    needs: { table: "read" },
  }) as const satisfies Route;

export const getting = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "GET", "/{id}"),
    summary: "One endpoint",
    params: endpointParams,
    responses: ok("The endpoint", endpoint),
    needs: { table: "read" },
  }) as const satisfies Route;

export const changing = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "PATCH", "/{id}"),
    summary: "Change an endpoint, or switch it on or off",
    params: endpointParams,
    body: () => changeSchema(owner.events()),
    responses: ok("The endpoint", endpoint),
    errors: ["conflict", "endpoint_blocked"],
    needs: { table: "write", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  }) as const satisfies Route;

export const deleting = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "DELETE", "/{id}"),
    summary: "Delete a webhook endpoint",
    params: endpointParams,
    responses: { 204: { description: "Deleted" } },
    needs: { table: "write" },
  }) as const satisfies Route;

export const rotating = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "POST", "/{id}/rotate-secret"),
    summary: "Give an endpoint another secret; both sign for 24 h",
    params: endpointParams,
    responses: ok("The endpoint, with its new secret", endpointWithSecret),
    errors: ["conflict"],
    needs: { table: "write", webhookKey: "use" },
  }) as const satisfies Route;

export const testing = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "POST", "/{id}/test"),
    summary: "Send a webhook.test, once",
    params: endpointParams,
    responses: ok("What came of it", tested),
    errors: ["endpoint_blocked", "rate_limited"],
    needs: { table: "write", webhookKey: "use", settings: ["WEBHOOK_ALLOWED_HOSTS"] },
  }) as const satisfies Route;

export const listingDeliveries = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "GET", "/{id}/deliveries"),
    summary: "What was delivered in 30 days, and what came of it; newest first",
    params: endpointParams,
    query: () => z.strictObject(paging()),
    responses: ok("A page of deliveries", () => page(deliverySchema())),
    needs: { table: "read" },
  }) as const satisfies Route;

export const replaying = <Id extends string, const O extends Owner>(id: Id, owner: O) =>
  ({
    ...shared(id, owner, "POST", "/{id}/deliveries/{delivery_id}/replay"),
    summary: "Send a delivery again, once, as one of its own",
    params: deliveryParams,
    responses: { 202: { description: "The new delivery", schema: deliverySchema } },
    errors: ["conflict"],
    needs: { table: "write", events: "put" },
  }) as const satisfies Route;
