/** How much of the bus exists; the connection can be deleted only in state `none`. */
export type EventbusStatus = "none" | "provisioning" | "provisioned" | "deprovisioning";

export type BusChangeKind = "provision" | "deprovision";

/** The lease on a connection's bus: all concurrent operations are of one kind. */
export interface BusLease {
  kind: BusChangeKind;
  /** ISO 8601 UTC; an operation not finished by then counts as dead. */
  until: string;
}

/** The fields of an eventbus connection about its bus. */
export interface BusState {
  eventbus_bus_id: string | null;
  eventbus_rule_id: string | null;
  /** ISO 8601 UTC. */
  eventbus_provisioned_at: string | null;
  eventbus_status: EventbusStatus;
  /** The kind of work on its bus, and when the last claim expires; null before the first. */
  eventbus_lease: BusLease | null;
  /** The operations in progress on its bus: operation id → when its claim expires, ISO 8601. */
  eventbus_operations: Readonly<Record<string, string>>;
  /** An operation failed or gave up; the next one recovers what it left. */
  eventbus_interrupted: boolean;
}

/** No bus, and no operation in progress. */
export const noBus: BusState = {
  eventbus_bus_id: null,
  eventbus_rule_id: null,
  eventbus_provisioned_at: null,
  eventbus_status: "none",
  eventbus_lease: null,
  eventbus_operations: {},
  eventbus_interrupted: false,
};
