import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import { type FoundRow, hashOfFound } from "#shared/domain/log/follow.ts";
import { LOG_KEY, ROWS_KEY } from "#shared/domain/log/key-change.ts";
import { resourcePartition } from "#shared/store/audit.ts";
import { type LogHead, readLog } from "#shared/store/log.ts";
import type { LogKeys, NextKeys } from "#shared/store/log-keys.ts";
import { rowsAfter, stillWaiting } from "#shared/store/log-outbox.ts";
import { getLogRow } from "#shared/store/log-rows.ts";
import { provenEntry } from "./trusted-keys.ts";

/** What the rows about the keys of a role announce. */
interface Newest {
  /** null: the log has no row about such keys; "waiting": it has not taken the newest one yet. */
  announced: Announced | "waiting" | null;
  /** Newer rows in the table that the log did not have when they were read. */
  unlogged: readonly FoundRow[];
}

/** Keys that a row of the log announced. */
export interface Announced {
  verifier_keys: readonly string[];
  /** Whether the keys before count for nothing from then on. */
  emergency: boolean;
}

const partitions: Readonly<Record<NextKeys["role"], string>> = {
  log: resourcePartition("evidence_log_key", LOG_KEY),
  rows: resourcePartition("evidence_rows_key", ROWS_KEY),
};

/**
 * What the log's newest row about such keys announced. A row counts if an entry that is proved to be in
 * the log is that row's, so whoever can write the table can neither invent an announcement nor soften
 * one. Somebody who removes what the table says of a row can hide it: the log's audit finds that.
 * @param head of the log: later rows do not count
 * @throws ForkError
 */
export async function announcedKeys(role: NextKeys["role"], head: LogHead): Promise<Newest> {
  const rows = (await rowsAfter(partitions[role], null)).toReversed();
  const [waiting, { announced, unlogged }] = await Promise.all([
    stillWaiting(rows.slice(0, 1).map(({ key }) => key)),
    newestIn(rows, role, head),
  ]);
  return { announced: waiting.length > 0 ? "waiting" : announced, unlogged };
}

/** @param rows newest first */
async function newestIn(rows: readonly FoundRow[], role: NextKeys["role"], head: LogHead) {
  for (const [place, found] of rows.entries()) {
    if (!(await isLogged(found, head))) continue;
    const { verifier_keys, verifier_key, emergency } = (found.row as AuditRow).context;
    const keys = role === "log" ? verifier_keys : [verifier_key];
    const announced = { verifier_keys: keys as string[], emergency: emergency === true };
    return { announced, unlogged: rows.slice(0, place) };
  }
  return { announced: null, unlogged: rows };
}

/** Whether an entry that is proved to be in the log is that row's. */
async function isLogged(found: FoundRow, head: LogHead): Promise<boolean> {
  const hash = hashOfFound(found);
  const index = hash === null ? undefined : (await getLogRow(hash))?.index;
  return index !== undefined && index < head.size && (await provenEntry(index, head)).row === hash;
}

/**
 * Whether one of these rows neither waits for the log nor is in it. A run may have taken it since it was
 * read, so this asks first whether it waits.
 * @throws ForkError
 */
export async function isOneLost(unlogged: readonly FoundRow[]): Promise<boolean> {
  if (unlogged.length === 0) return false;
  const waiting = new Set(await stillWaiting(unlogged.map(({ key }) => key)));
  const { head } = await readLog();
  for (const found of unlogged) {
    if (waiting.has(found.key)) continue;
    if (head === null || !(await isLogged(found, head))) return true;
  }
  return false;
}

/** Whether the keys that sign now are those announced. */
export const isFollowed = (
  role: NextKeys["role"],
  { verifier_keys }: Announced,
  { sets, rows }: LogKeys,
): boolean => {
  const present = (role === "log" ? sets[0] : rows.slice(0, 1)) ?? [];
  return sameJson(
    verifier_keys,
    present.map(({ verifier_key }) => verifier_key),
  );
};
