import * as z from "zod/mini";
import {
  connectRequest,
  displayName,
  refreshToken,
  roleArn,
} from "#shared/domain/connections/connect-request.ts";
import { connectionStatuses, providers } from "#shared/domain/connections/connection.ts";
import { projectIds } from "#shared/domain/connections/wif-connect.ts";
import { page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { connection, connectionParams } from "./connection-schemas.ts";
import {
  cloudcCredentials,
  cloudcSecrets,
  cloudcSettings,
  sourcehostAppSettings,
} from "./provider-needs.ts";

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

const refusal = () =>
  z.object({
    stage: z.string(),
    http_status: z.nullable(z.int()),
    code: z.string(),
    description: z.string(),
    hint: z.string(),
    tried_at: timestamp(),
    next_try_at: timestamp(),
  });

/** What a function needs to test any kind of connection with its provider. */
const providerSecrets = [...cloudcSecrets, "sourcehost-app-private-key"] as const;
const providerSettings = [...cloudcSettings, ...sourcehostAppSettings, "CLOUDB_STS_URL"] as const;

export const createConnection = {
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
} as const satisfies Route;

export const listConnections = {
  id: "listConnections",
  area: "connections",
  method: "GET",
  path: "/connections",
  access: "user",
  summary: "List the tenant's connections, oldest first",
  query: () => z.strictObject(paging()),
  responses: { 200: { description: "A page of connections", schema: () => page(connection()) } },
  needs: { table: "read" },
} as const satisfies Route;

export const getConnection = {
  id: "getConnection",
  area: "connections",
  method: "GET",
  path: "/connections/{id}",
  access: "user",
  summary:
    "One connection; with the health of its webhook where it has one, and with what keeps the first scheduled run of a federation waiting",
  params: connectionParams,
  responses: {
    200: {
      description: "The connection",
      schema: () =>
        z.extend(connection(), {
          webhook_health: z.optional(webhookHealth()),
          not_run_because: z.optional(refusal()),
        }),
    },
  },
  needs: { table: "read" },
} as const satisfies Route;

export const updateConnection = {
  id: "updateConnection",
  area: "connections",
  method: "PATCH",
  path: "/connections/{id}",
  access: "org",
  summary: "Rename a connection, or name other projects (cloudc)",
  params: connectionParams,
  body: () =>
    z.strictObject({
      display_name: z.optional(displayName()),
      project_ids: z.optional(
        projectIds().check(
          z.meta({
            description: "One project id per line, or an array of them",
            oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
          }),
        ),
      ),
    }),
  responses: { 200: { description: "The connection as it is now", schema: connection } },
  needs: { table: "write" },
} as const satisfies Route;

export const listAllConnections = {
  id: "listAllConnections",
  area: "connections",
  method: "GET",
  path: "/admin/connections",
  access: "platform",
  summary: "List every tenant's connections, oldest first",
  query: () =>
    z.strictObject({
      ...paging(),
      tenant_id: z.optional(uuid()),
      provider: z.optional(z.enum(providers)),
      status: z.optional(z.enum(connectionStatuses)),
    }),
  responses: { 200: { description: "A page of connections", schema: () => page(connection()) } },
  needs: { table: "read" },
} as const satisfies Route;

export const reauthorizeConnection = {
  id: "reauthorizeConnection",
  area: "connections",
  method: "POST",
  path: "/connections/{id}/reauthorize",
  access: "org",
  summary: "Reauthorise a connection: checked with the provider first, then active",
  params: connectionParams,
  body: () =>
    z.optional(
      z.strictObject({
        /** oauth_refresh only. */
        refresh_token: z.optional(refreshToken()),
        /** assume_role only; if omitted, the connection's current role is tried. */
        role_arn: z.optional(roleArn()),
      }),
    ),
  responses: { 200: { description: "The connection, active", schema: connection } },
  errors: ["reauthorization_not_applicable", "authorization_refused"],
  needs: {
    table: "write",
    readSecrets: providerSecrets,
    writeSecrets: ["cloudc-refresh-token-*"],
    credentials: cloudcCredentials,
    settings: providerSettings,
    roles: "assume",
  },
} as const satisfies Route;

export const getConnectionOnboarding = {
  id: "getConnectionOnboarding",
  area: "connections",
  method: "GET",
  path: "/connections/{id}/onboarding",
  access: "org",
  summary: "How to set up a connection on the customer's side, filled in with its values",
  params: connectionParams,
  responses: {
    200: {
      description: "The steps, in order",
      schema: () =>
        z.object({
          steps: z.array(
            z.object({
              title: z.string(),
              text: z.string(),
              template: z.optional(
                z.object({ language: z.enum(["json", "bash"]), content: z.string() }),
              ),
            }),
          ),
        }),
    },
  },
  needs: {
    table: "read",
    settings: ["CLOUDB_EVENTBUS_OUR_ACCOUNT_ID", "CLOUDB_EVENTBUS_REGION"],
  },
} as const satisfies Route;

export const deleteConnection = {
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
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const connectionRoutes = {
  createConnection,
  listConnections,
  getConnection,
  updateConnection,
  listAllConnections,
  reauthorizeConnection,
  getConnectionOnboarding,
  deleteConnection,
};
