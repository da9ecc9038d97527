import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/connections.ts";
import { type Verdict, verdictOn } from "#shared/domain/connections/authorization.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import {
  type ConnectionAction,
  type Occurrence,
  reauthorized,
  refused,
  rested,
  type Transition,
  woken,
} from "#shared/domain/connections/transitions.ts";
import { log } from "#shared/platform/log.ts";
import { getAnyConnection } from "#shared/store/connections.ts";
import { holdsInstallation } from "#shared/store/installations.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";
import { writeChange } from "./write-change.ts";

/** What a run learned about its connection's authorisation. */
export type Learnt = Verdict | "granted";

/** The parts of a run's outcome that say something about the authorisation. */
interface Ending {
  outcome: string;
  error?: Readonly<Record<string, unknown>>;
  coverage?: readonly { status: string }[];
  result?: { coverage: readonly { status: string }[] };
}

/** What the end of a full run shows: a complete listing proves that the authorisation works. */
export function learntFrom({ error, coverage, result }: Ending): Learnt {
  if (error !== undefined) return verdictOn(error);
  const items = result?.coverage ?? coverage ?? [];
  return items.some(({ status }) => status === "complete") ? "granted" : "unknown";
}

type Move = (
  connection: ConnectionRecord,
  occurrence: Occurrence,
) => Transition<ConnectionAction> | null;

const moves = {
  refused,
  suspended: rested,
  granted: (connection, occurrence) => reauthorized(connection, occurrence),
  unknown: () => null,
} satisfies Record<Learnt, Move>;

/** The part of a connection that shows which authorisation a run began with. */
export type Begun = Pick<ConnectionRecord, "status"> & { authorized_at: string | null };

/** What a run learned, and about which authorisation, namely the one in effect when it began. */
interface Lesson {
  connectionId: string;
  learnt: Learnt;
  /** null: the connection was gone. */
  begun: Begun | null;
}

/**
 * Sets a connection's status from what one of its runs learned (contract, "A refusal of the
 * connection's own authorisation"). Nothing is written if the status is already right. If the
 * authorisation was renewed in the meantime, a refusal of the old one says nothing about the new one.
 * An inactive connection becomes active again only by a run that began while it was inactive, and only
 * while it holds its installation: a claim that moved to another tenant stays there.
 * @param now ISO 8601 UTC
 */
export async function noteVerdict(
  { connectionId, learnt, begun }: Lesson,
  now: string,
): Promise<void> {
  if (learnt === "unknown" || begun === null) return;
  await retryOnConflict(null, async (): Promise<Attempt<null, null>> => {
    const before = await getAnyConnection(connectionId);
    if (before === null) return { done: null };
    const isOutdated = (before.authorized_at ?? null) !== begun.authorized_at;
    if (isOutdated && learnt !== "granted") return { done: null };
    const wakes = learnt === "granted" && before.status === "inactive";
    if (wakes && (isOutdated || begun.status !== "inactive")) return { done: null };
    if (wakes && !(await holdsInstallation(before))) return { done: null };
    const move: Move = wakes ? woken : moves[learnt];
    const change = move(before, { actorUserId: null, rowId: randomUUID(), at: now });
    if (change === null) return { done: null };
    const row = auditRow(change.row);
    if (!(await writeChange(before, change.after, row))) return { conflict: null };
    const { id: connection_id, tenant_id, status } = change.after;
    log("warn", "connection_status", { connection_id, tenant_id, status });
    return { done: null };
  });
}
