import type { ConnectionStatus } from "#shared/domain/connections/connection.ts";
import type { ClaimState } from "#shared/domain/connections/installation-claim.ts";
import { toldInstant } from "#shared/domain/connections/told-instant.ts";
import { type EventKind, hasShapeOf } from "./body-shape.ts";
import type { Delivery, Payload } from "./delivery.ts";

/** Why a delivery is ignored, in the order in which the reasons are checked. */
export type IgnoreReason =
  | "ping"
  | "event_not_dispatchable"
  | "non_default_branch"
  | "action_closed"
  | "connection_not_found";

/** The connection that holds the payload's installation, in the tenant that the path names. */
export interface Holder {
  connection_id: string;
  status: ConnectionStatus;
  /** As in its claim. */
  awake_at?: string | undefined;
  suspended_at?: string | undefined;
  /** It took this delivery before, so what the delivery says about repositories is already noted. */
  tookBefore?: boolean;
}

export type Decision =
  | { do: "ignore"; reason: IgnoreReason }
  | {
      do: "accept";
      connection_id: string;
      /** Whether to start a partial discovery run. */
      discovers: boolean;
      /** What changes in the state of the connection and its claim; null: it says nothing of it. */
      state: ClaimState | null;
    };

interface Kind {
  /** Why a payload is ignored regardless of its connection; null if it is not. */
  ignored: (payload: Payload) => IgnoreReason | null;
  discovers: boolean;
  /** The connection's status by the payload's action. */
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

/** The event kinds of the second seed; any other kind is not dispatchable. */
const kinds: Readonly<Record<EventKind, Kind>> = {
  push: { ignored: unlessDefaultBranch, discovers: true },
  pull_request: { ignored: ifClosed, discovers: false },
  issues: { ignored: ifClosed, discovers: false },
  installation_repositories: { ignored: never, discovers: false },
  installation: {
    ignored: never,
    discovers: false,
    statusByAction: {
      created: "active",
      unsuspend: "active",
      deleted: "inactive",
      suspend: "inactive",
    },
  },
};

const isKind = (event: string): event is EventKind => Object.hasOwn(kinds, event);

/** Why an event kind is never processed; null if it is. */
export function undispatchable(event: string): IgnoreReason | null {
  if (event === "ping") return "ping";
  return isKind(event) ? null : "event_not_dispatchable";
}

/**
 * Decides what to do with a delivery (second seed, "Receiver rules"; contract). If the body belongs to
 * another event than the header names, the delivery is not dispatched. An inactive connection accepts
 * only events that may reactivate it.
 * @param received ISO 8601 UTC
 */
export function dispatch(
  { event, payload }: Delivery,
  holder: Holder | null,
  received: string,
): Decision {
  if (!isKind(event) || !hasShapeOf(event, payload)) {
    return { do: "ignore", reason: undispatchable(event) ?? "event_not_dispatchable" };
  }
  const kind = kinds[event];
  const reason = kind.ignored(payload);
  if (reason !== null) return { do: "ignore", reason };
  const wakes = kind.statusByAction !== undefined;
  if (holder === null || (holder.status === "inactive" && !wakes)) {
    return { do: "ignore", reason: "connection_not_found" };
  }
  return {
    do: "accept",
    connection_id: holder.connection_id,
    discovers: kind.discovers,
    state: stateAfter(payload, kind, holder, received),
  };
}

/**
 * A suspension that arrives after its own end changes nothing, and neither does an end that arrives
 * after the next suspension or after the deletion.
 */
function stateAfter(
  { action, installation }: Payload,
  { statusByAction = {} }: Kind,
  { status: before, awake_at = "", suspended_at = "" }: Holder,
  received: string,
): ClaimState | null {
  const status = new Map(Object.entries(statusByAction)).get(action as string);
  if (status === undefined) return null;
  const told = (installation ?? {}) as Record<string, unknown>;
  const changed = toldInstant(told.updated_at, received);
  const awake = status === "active" ? changed : null;
  const began = action === "suspend" ? toldInstant(told.suspended_at, received) : null;
  const suspended =
    action === "deleted" && changed !== null ? justAfter([awake_at, suspended_at, changed]) : began;
  const isOver =
    (suspended !== null && suspended <= awake_at) || (awake !== null && awake < suspended_at);
  return {
    ...(status !== before && !isOver && { status }),
    ...(awake !== null && awake > awake_at && { awake_at: awake }),
    ...(suspended !== null && suspended > suspended_at && { suspended_at: suspended }),
  };
}

/** The instant of a deletion: its body has only the time of the last change before it. */
const justAfter = (changes: readonly string[]): string =>
  new Date(Date.parse(changes.toSorted().at(-1) ?? "") + 1).toISOString();
