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
import { created, entriesOf, ok } from "#shared/routes/contract/route.ts";
import { connection, connectionParams } from "./connection-schemas.ts";
import {
  cloudcCredentials,
  cloudcSecrets,
  cloudcSettings,
  sourcehostAppSettings,
} from "./provider-needs.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "connections", access: "org" });

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

/** The secrets a function needs to test any kind of connection with its provider. */
const providerSecrets = [...cloudcSecrets, "sourcehost-app-private-key"] as const;
const providerSettings = [...cloudcSettings, ...sourcehostAppSettings, "CLOUDB_STS_URL"] as const;

export const createConnection = /* @__PURE__ */ entry("createConnection", {
  on: "POST /connections",
  summary: "Connect an environment of the tenant",
  body: connectRequest,
  responses: /* @__PURE__ */ created("The connection", connection),
  errors: ["installation_already_connected", "eventbus_connection_exists", "conflict"],
  needs: { table: "write", writeSecrets: ["cloudc-refresh-token-*"] },
});

export const listConnections = /* @__PURE__ */ entry("listConnections", {
  on: "GET /connections",
  access: "user",
  summary: "List the tenant's connections, oldest first",
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of connections", () => page(connection())),
  needs: { table: "read" },
});

export const getConnection = /* @__PURE__ */ entry("getConnection", {
  on: "GET /connections/{id}",
  access: "user",
  summary:
    "One connection; with the health of its webhook where it has one, and with what keeps the first scheduled run of a federation waiting",
  params: connectionParams,
  responses: /* @__PURE__ */ ok("The connection", () =>
    z.extend(connection(), {
      webhook_health: z.optional(webhookHealth()),
      not_run_because: z.optional(refusal()),
    }),
  ),
  needs: { table: "read" },
});

export const updateConnection = /* @__PURE__ */ entry("updateConnection", {
  on: "PATCH /connections/{id}",
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
  responses: /* @__PURE__ */ ok("The connection as it is now", connection),
  needs: { table: "write" },
});

export const listAllConnections = /* @__PURE__ */ entry("listAllConnections", {
  on: "GET /admin/connections",
  access: "platform",
  summary: "List every tenant's connections, oldest first",
  query: () =>
    z.strictObject({
      ...paging(),
      tenant_id: z.optional(uuid()),
      provider: z.optional(z.enum(providers)),
      status: z.optional(z.enum(connectionStatuses)),
    }),
  responses: /* @__PURE__ */ ok("A page of connections", () => page(connection())),
  needs: { table: "read" },
});

export const reauthorizeConnection = /* @__PURE__ */ entry("reauthorizeConnection", {
  on: "POST /connections/{id}/reauthorize",
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
  responses: /* @__PURE__ */ ok("The connection, active", connection),
  errors: ["reauthorization_not_applicable", "authorization_refused"],
  needs: {
    table: "write",
    readSecrets: providerSecrets,
    writeSecrets: ["cloudc-refresh-token-*"],
    credentials: cloudcCredentials,
    settings: providerSettings,
    roles: "assume",
  },
});

export const getConnectionOnboarding = /* @__PURE__ */ entry("getConnectionOnboarding", {
  on: "GET /connections/{id}/onboarding",
  summary: "How to set up a connection on the customer's side, filled in with its values",
  params: connectionParams,
  responses: /* @__PURE__ */ ok("The steps, in order", () =>
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
  ),
  needs: {
    table: "read",
    settings: ["CLOUDB_EVENTBUS_OUR_ACCOUNT_ID", "CLOUDB_EVENTBUS_REGION", "OIDC_ISSUER_URL"],
  },
});

export const deleteConnection = /* @__PURE__ */ entry("deleteConnection", {
  on: "DELETE /connections/{id}",
  summary: "Disconnect; an eventbus connection must be deprovisioned first",
  params: connectionParams,
  responses: { 204: { description: "It is gone" } },
  errors: ["eventbus_provisioned"],
  needs: { table: "write", events: "put", writeSecrets: ["cloudc-refresh-token-*"] },
});
