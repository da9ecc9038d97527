/**
 * How much of an eventbus connection's bus exists; the connection can be deleted only in state
 * `none`.
 */
export type EventbusStatus = "none" | "provisioning" | "provisioned" | "deprovisioning";

export type BusChangeKind = "provision" | "deprovision";

/** Work on a connection's bus: all that is done at a time is of one kind. */
export interface BusLease {
  kind: BusChangeKind;
  /** ISO 8601 UTC; an operation that has not ended by then is dead. */
  until: string;
}

/** What an eventbus connection says of its bus. */
export interface BusState {
  eventbus_bus_id: string | null;
  eventbus_rule_id: string | null;
  /** ISO 8601 UTC. */
  eventbus_provisioned_at: string | null;
  eventbus_status: EventbusStatus;
  /** The kind of work on its bus, and when the last claim expires; null before the first. */
  eventbus_lease: BusLease | null;
  /** Who is building or demolishing its bus: operation id → when it ends, ISO 8601. */
  eventbus_operations: Readonly<Record<string, string>>;
  /** An attempt to build it came to nothing; the next one recovers it. */
  eventbus_interrupted: boolean;
}

/** No bus, and no work on one under way. */
export const noBus: BusState = {
  eventbus_bus_id: null,
  eventbus_rule_id: null,
  eventbus_provisioned_at: null,
  eventbus_status: "none",
  eventbus_lease: null,
  eventbus_operations: {},
  eventbus_interrupted: false,
};
