import * as z from "zod/mini";
import { connectRequest } from "#shared/domain/connections/connect-request.ts";
import { connectionStatuses, providers, subtypes } from "#shared/domain/connections/connection.ts";
import { runKinds } from "#shared/domain/discovery/run.ts";
import { page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { route } from "#shared/routes/contract/route.ts";

export const connection = () =>
  z.object({
    id: z.string(),
    tenant_id: z.string(),
    provider: z.enum(providers),
    subtype: z.nullable(z.enum(subtypes)),
    display_name: z.string(),
    status: z.enum(connectionStatuses),
    remote_tenant_id: z.nullable(z.string()),
    installation_id: z.nullable(z.string()),
    secret_ref: z.string(),
    wif_audience: z.nullable(z.string()),
    wif_service_account_email: z.nullable(z.string()),
    scopes_granted: z.readonly(z.array(z.string())),
    eventbus_bus_id: z.nullable(z.string()),
    eventbus_rule_id: z.nullable(z.string()),
    eventbus_provisioned_at: z.nullable(timestamp()),
    role_arn: z.nullable(z.string()),
    external_id: z.nullable(z.string()),
    webhook_url: z.nullable(z.string()),
    last_run: z.nullable(
      z.object({
        id: z.string(),
        kind: z.enum(runKinds),
        trigger: z.string(),
        status: z.string(),
        created_at: timestamp(),
        finished_at: z.nullable(timestamp()),
      }),
    ),
    created_at: timestamp(),
  });

const webhookHealth = () =>
  z.object({
    last_received_at: z.nullable(timestamp()),
    deliveries_24h: z.int(),
    outcomes_24h: z.object({
      accepted: z.int(),
      ignored: z.int(),
      duplicate: z.int(),
      rejected: z.int(),
    }),
  });

export const connectionParams = () => z.object({ id: uuid() });

export const connectionRoutes = {
  createConnection: route({
    id: "createConnection",
    area: "connections",
    method: "POST",
    path: "/connections",
    access: "org",
    summary: "Connect an environment of the tenant",
    body: connectRequest,
    responses: { 201: { description: "The connection", schema: connection } },
    errors: ["installation_already_connected", "eventbus_connection_exists", "conflict"],
    needs: { table: "write", writeSecrets: ["cloudc-refresh-token-*"] },
  }),
  listConnections: route({
    id: "listConnections",
    area: "connections",
    method: "GET",
    path: "/connections",
    access: "user",
    summary: "List the tenant's connections, oldest first",
    query: () => z.strictObject(paging()),
    responses: { 200: { description: "A page of connections", schema: () => page(connection()) } },
    errors: [],
    needs: { table: "read" },
  }),
  getConnection: route({
    id: "getConnection",
    area: "connections",
    method: "GET",
    path: "/connections/{id}",
    access: "user",
    summary: "One connection; with the health of its webhook where it has one",
    params: connectionParams,
    responses: {
      200: {
        description: "The connection",
        schema: () => z.extend(connection(), { webhook_health: z.optional(webhookHealth()) }),
      },
    },
    errors: [],
    needs: { table: "read" },
  }),
  deleteConnection: route({
    id: "deleteConnection",
    area: "connections",
    method: "DELETE",
    path: "/connections/{id}",
    access: "org",
    summary: "Disconnect; an eventbus connection must be deprovisioned first",
    params: connectionParams,
    responses: { 204: { description: "It is gone" } },
    errors: ["eventbus_provisioned"],
    needs: { table: "write", writeSecrets: ["cloudc-refresh-token-*"] },
  }),
};
