import type { BusLease } from "#shared/domain/eventbus/bus-claim.ts";

export const providers = ["sourcehost", "cloudb", "cloudc"] as const;
export type Provider = (typeof providers)[number];

/** The subtype enum of the second seed, "Versioning"; a source-host connection has none. */
export const subtypes = ["oauth_refresh", "wif", "assume_role", "eventbus"] as const;
export type Subtype = (typeof subtypes)[number];

/** `inactive`: uninstalled or suspended at the source host. */
export const connectionStatuses = ["active", "inactive"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** A tenant's way into one of its environments, as the API shows it (contract, "Connection"). */
export interface Connection {
  id: string;
  tenant_id: string;
  provider: Provider;
  subtype: Subtype | null;
  display_name: string;
  status: ConnectionStatus;
  /** For eventbus: the customer's 12-digit account number. */
  remote_tenant_id: string | null;
  installation_id: string | null;
  /** Name of the secret-store entry; empty where no secret is held. */
  secret_ref: string;
  wif_audience: string | null;
  wif_service_account_email: string | null;
  /** `project:<project_id>` entries for cloudc. */
  scopes_granted: readonly string[];
  eventbus_bus_id: string | null;
  eventbus_rule_id: string | null;
  eventbus_provisioned_at: string | null;
  created_at: string;
}

/** How far the bus of an eventbus connection is built; only `none` lets the connection go. */
export type EventbusStatus = "none" | "provisioning" | "provisioned" | "deprovisioning";

/** As it is stored: with what the API does not show. */
export interface ConnectionRecord extends Connection {
  eventbus_status: EventbusStatus;
  /** Of what kind the work on its bus is, and when the last of it ends; null before the first. */
  eventbus_lease: BusLease | null;
  /** Who is building or demolishing its bus: operation id → when it ends, ISO 8601. */
  eventbus_operations: Readonly<Record<string, string>>;
}

/** What a new connection is made from; everything else starts empty. */
export type ConnectionSeed = Pick<
  Connection,
  "id" | "tenant_id" | "provider" | "subtype" | "display_name" | "created_at"
> &
  Partial<Connection>;

/** An active connection with nothing provisioned. */
export const newConnection = (seed: ConnectionSeed): ConnectionRecord => ({
  status: "active",
  remote_tenant_id: null,
  installation_id: null,
  secret_ref: "",
  wif_audience: null,
  wif_service_account_email: null,
  scopes_granted: [],
  eventbus_bus_id: null,
  eventbus_rule_id: null,
  eventbus_provisioned_at: null,
  eventbus_status: "none",
  eventbus_lease: null,
  eventbus_operations: {},
  ...seed,
});

/** Whether deliveries of a webhook arrive for it, so that it has a health card. */
export const hasWebhook = ({ provider, subtype }: Connection): boolean =>
  provider === "sourcehost" || subtype === "eventbus";
