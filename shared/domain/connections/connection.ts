import type { RunRecord } from "#shared/domain/discovery/run.ts";
import type { BusState } from "#shared/domain/eventbus/bus-state.ts";
import type { Channel } from "./delivery.ts";

export const providers = ["sourcehost", "cloudb", "cloudc"] as const;
export type ConnectionProvider = (typeof providers)[number];

/** The subtype enum of the second seed, "Versioning"; a source-host connection has none. */
export const subtypes = ["oauth_refresh", "wif", "assume_role", "eventbus"] as const;
export type Subtype = (typeof subtypes)[number];

/** `inactive`: its installation was removed or suspended, or belongs to another tenant. */
export const connectionStatuses = ["active", "needs_reauthorization", "inactive"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

interface Base {
  id: string;
  tenant_id: string;
  display_name: string;
  status: ConnectionStatus;
  /** ISO 8601 UTC. */
  created_at: string;
  /** When it was last reauthorised. A late refusal of an earlier authorisation does not count. */
  authorized_at?: string | null;
}

/** An installation of the platform's app at the source host. */
export interface SourcehostConnection extends Base {
  provider: "sourcehost";
  subtype: null;
  /** Digits. */
  installation_id: string;
  remote_tenant_id: string | null;
}

/** Events from a cloud-b account, over a bus that the platform runs for the tenant. */
export interface EventbusConnection extends Base, BusState {
  provider: "cloudb";
  subtype: "eventbus";
  /** The customer's 12-digit account number; it never changes. */
  remote_tenant_id: string;
}

/** A role in a cloud-b account that the platform may assume. */
export interface AssumeRoleConnection extends Base {
  provider: "cloudb";
  subtype: "assume_role";
  /** The customer's 12-digit account number. */
  remote_tenant_id: string;
  /** null until the customer has created the role. */
  role_arn: string | null;
  /** Required by the role's trust policy, so that no other connection can use the role. */
  external_id: string;
  /** `region:<name>` entries: the regions to list. */
  scopes_granted: readonly string[];
}

/** A cloud-c service account, used through workload identity federation: no secret is stored. */
export interface WifConnection extends Base {
  provider: "cloudc";
  subtype: "wif";
  wif_audience: string;
  wif_service_account_email: string;
  /** `project:<project_id>` entries. */
  scopes_granted: readonly string[];
}

/** The legacy path into cloud-c: a refresh token in the secret store. */
export interface OauthRefreshConnection extends Base {
  provider: "cloudc";
  subtype: "oauth_refresh";
  remote_tenant_id: string | null;
  /** Name of the secret-store entry. */
  secret_ref: string;
  /** `project:<project_id>` entries; empty: all projects that the token can see. */
  scopes_granted: readonly string[];
}

export type CloudcConnection = WifConnection | OauthRefreshConnection;

/** A tenant's access to one of its environments, as stored. */
export type ConnectionRecord =
  | SourcehostConnection
  | EventbusConnection
  | AssumeRoleConnection
  | WifConnection
  | OauthRefreshConnection;

/** The subtype, or the provider if there is none: the union's discriminator. */
export type ConnectionKind = Subtype | "sourcehost";

export const kindOf = ({ provider, subtype }: ConnectionRecord): ConnectionKind =>
  provider === "sourcehost" ? provider : subtype;

/** The webhook that receives a connection's deliveries; null if its kind receives none. */
export const channelOf = ({ subtype }: { subtype: Subtype | null }): Channel | null =>
  channels[subtype ?? "sourcehost"];

const channels = {
  sourcehost: "sourcehost",
  eventbus: "cloudb_eventbus",
  assume_role: null,
  wif: null,
  oauth_refresh: null,
} as const satisfies Record<ConnectionKind, Channel | null>;

/** The names behind one prefix of `scopes_granted`: projects of cloud-c, regions of cloud-b. */
export const namedScopes = (
  connection: ConnectionRecord,
  prefix: "project" | "region",
): readonly string[] =>
  "scopes_granted" in connection
    ? connection.scopes_granted.flatMap((scope) =>
        scope.startsWith(`${prefix}:`) ? [scope.slice(prefix.length + 1)] : [],
      )
    : [];

/** A connection's last run, as shown with the connection. */
export type LastRun = Pick<
  RunRecord,
  "id" | "kind" | "trigger" | "status" | "created_at" | "finished_at"
>;

/** The path of a tenant's webhook for a channel. */
export const webhookPath = (channel: Channel, tenantId: string): string =>
  `/webhooks/${channel.replace("_", "-")}/${tenantId}`;

/** The fields that only some kinds of connections have. */
const notOfItsKind = {
  remote_tenant_id: null,
  installation_id: null,
  wif_audience: null,
  wif_service_account_email: null,
  scopes_granted: [],
  eventbus_bus_id: null,
  eventbus_rule_id: null,
  eventbus_provisioned_at: null,
  role_arn: null,
  external_id: null,
};

/**
 * The connection as the API shows it (contract, "Connection"). `secret_ref` is the name of the
 * secret-store entry, empty if no secret is stored; `webhook_url` is where its deliveries are to be
 * sent, null if it receives none.
 * @param baseUrl where the webhooks are served, without a trailing slash
 */
export function shown(record: ConnectionRecord, baseUrl: string, lastRun: LastRun | null) {
  const channel = channelOf(record);
  return {
    ...notOfItsKind,
    ...record,
    secret_ref: "secret_ref" in record ? record.secret_ref : "",
    webhook_url: channel === null ? null : `${baseUrl}${webhookPath(channel, record.tenant_id)}`,
    last_run: lastRun,
  };
}
