import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { type ConnectionRecord, kindOf } from "./connection.ts";

/**
 * The state of a connection that the customer's side has never let in. The tick tries to sign in before
 * it starts the first full run, so that no run fails before both sides are ready.
 */
export interface Probing {
  tries: number;
  /** Why the last try failed; null: not tried yet. */
  refusal: Refusal | null;
}

export interface Refusal extends UpstreamFault {
  /** ISO 8601 UTC. */
  tried_at: string;
  /** ISO 8601 UTC. */
  next_try_at: string;
}

/** The probing state of a new connection; null: its first run needs no probe. */
export const firstProbing = (connection: ConnectionRecord): Probing | null =>
  kindOf(connection) === "wif" ? { tries: 0, refusal: null } : null;

const SHORTEST_MS = 2 * 60_000;
const LONGEST_MS = 60 * 60_000;

/** The state after a refused try. The next try comes after 2 minutes, then 4, up to an hour. */
export function refusedAgain(
  { tries }: Probing,
  fault: UpstreamFault,
  at: string,
): Probing & { refusal: Refusal } {
  const pause = Math.min(SHORTEST_MS * 2 ** Math.min(tries, 10), LONGEST_MS);
  const next_try_at = new Date(Date.parse(at) + pause).toISOString();
  return { tries: tries + 1, refusal: { ...fault, tried_at: at, next_try_at } };
}
