import type { ConnectionStatus } from "#shared/domain/connections/connection.ts";
import type { Delivery, Payload } from "./delivery.ts";

/** Why a delivery is ignored, in the order in which the reasons are checked. */
export type IgnoreReason =
  | "ping"
  | "event_not_dispatchable"
  | "non_default_branch"
  | "action_closed"
  | "connection_not_found";

/** The connection that holds the payload's installation in the tenant of the path. */
export interface Holder {
  connection_id: string;
  status: ConnectionStatus;
}

export type Decision =
  | { do: "ignore"; reason: IgnoreReason }
  | {
      do: "accept";
      connection_id: string;
      /** A partial discovery is to be run. */
      discovers: boolean;
      /** The status the connection gets; null when it keeps its own. */
      connection_status: ConnectionStatus | null;
    };

interface Kind {
  /** Why such a payload is ignored whatever it belongs to; null when it is not. */
  ignored: (payload: Payload) => IgnoreReason | null;
  discovers: boolean;
  /** What an action does to the connection. */
  statusByAction?: Readonly<Record<string, ConnectionStatus>>;
}

const never = () => null;

const unlessDefaultBranch = ({ ref, repository }: Payload): IgnoreReason | null => {
  const branch = (repository as { default_branch?: unknown } | null | undefined)?.default_branch;
  const isDefault = typeof branch === "string" && ref === `refs/heads/${branch}`;
  return isDefault ? null : "non_default_branch";
};

const ifClosed = ({ action }: Payload): IgnoreReason | null =>
  action === "closed" ? "action_closed" : null;

/** The event kinds of the second seed; a kind that is not in this map is not dispatchable. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["push", { ignored: unlessDefaultBranch, discovers: true }],
  ["pull_request", { ignored: ifClosed, discovers: false }],
  ["issues", { ignored: ifClosed, discovers: false }],
  ["installation_repositories", { ignored: never, discovers: false }],
  [
    "installation",
    {
      ignored: never,
      discovers: false,
      statusByAction: {
        created: "active",
        unsuspend: "active",
        deleted: "inactive",
        suspend: "inactive",
      },
    },
  ],
]);

/** Why an event kind is never worked on, or null: then it is claimed and decided on. */
export function undispatchable(event: string): IgnoreReason | null {
  if (event === "ping") return "ping";
  return kinds.has(event) ? null : "event_not_dispatchable";
}

/**
 * What is to be done with a delivery (second seed, "Receiver rules"; contract). An inactive
 * connection counts only for the events that may wake it.
 */
export function dispatch({ event, payload }: Delivery, holder: Holder | null): Decision {
  const kind = kinds.get(event);
  if (kind === undefined) {
    return { do: "ignore", reason: undispatchable(event) ?? "event_not_dispatchable" };
  }
  const reason = kind.ignored(payload);
  if (reason !== null) return { do: "ignore", reason };
  const wakes = kind.statusByAction !== undefined;
  if (holder === null || (holder.status === "inactive" && !wakes)) {
    return { do: "ignore", reason: "connection_not_found" };
  }
  const action = typeof payload.action === "string" ? payload.action : "";
  const statuses = new Map(Object.entries(kind.statusByAction ?? {}));
  const status = statuses.get(action) ?? null;
  return {
    do: "accept",
    connection_id: holder.connection_id,
    discovers: kind.discovers,
    connection_status: status === holder.status ? null : status,
  };
}
