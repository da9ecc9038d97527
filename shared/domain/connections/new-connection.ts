import { noBus } from "#shared/domain/eventbus/bus-state.ts";
import type { ConnectRequest } from "./connect-request.ts";
import type { ConnectionRecord, WifConnection } from "./connection.ts";
import type { WifRequest } from "./wif-connect.ts";

/** What a new connection gets in addition to the request's fields. */
export interface NewConnection {
  id: string;
  tenant_id: string;
  /** ISO 8601 UTC. */
  created_at: string;
}

/**
 * Builds the requested connection. A connection whose role does not exist yet needs authorisation
 * first. All others count as active until the provider says otherwise.
 * @param externalId unique id that the role's trust policy will require (assume_role only)
 */
export function newConnection(
  request: ConnectRequest,
  made: NewConnection,
  externalId: string,
): ConnectionRecord {
  const base = { ...made, display_name: request.display_name, status: "active" as const };
  switch (request.kind) {
    case "sourcehost":
      return {
        ...base,
        provider: "sourcehost",
        subtype: null,
        installation_id: request.installation_id,
        remote_tenant_id: request.remote_tenant_id,
      };
    case "eventbus":
      return {
        ...base,
        provider: "cloudb",
        subtype: "eventbus",
        remote_tenant_id: request.remote_tenant_id,
        ...noBus,
      };
    case "assume_role":
      return {
        ...base,
        provider: "cloudb",
        subtype: "assume_role",
        status: request.role_arn === null ? "needs_reauthorization" : "active",
        remote_tenant_id: request.remote_tenant_id,
        role_arn: request.role_arn,
        external_id: externalId,
        scopes_granted: request.regions.map((region) => `region:${region}`),
      };
    case "oauth_refresh":
      return {
        ...base,
        provider: "cloudc",
        subtype: "oauth_refresh",
        remote_tenant_id: request.remote_tenant_id,
        secret_ref: refreshTokenEntry(made.id),
        scopes_granted: [],
      };
  }
}

/** Builds a workload identity federation connection, named after its service account. */
export const newWifConnection = (request: WifRequest, made: NewConnection): WifConnection => ({
  ...made,
  provider: "cloudc",
  subtype: "wif",
  display_name: request.service_account_email,
  status: "active",
  wif_audience: request.wif_audience,
  wif_service_account_email: request.service_account_email,
  scopes_granted: request.project_ids.map((id) => `project:${id}`),
});

/** Secret-store entry for a cloud-c connection's legacy refresh token. */
export const refreshTokenEntry = (connectionId: string): string =>
  `cloudc-refresh-token-${connectionId}`;

/** The description of that entry. */
export const refreshTokenNote = (tenantId: string): string => `Refresh token of ${tenantId}`;
