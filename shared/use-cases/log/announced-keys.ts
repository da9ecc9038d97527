import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import { type FoundRow, hashOfFound } from "#shared/domain/log/follow.ts";
import { LOG_KEY, ROWS_KEY } from "#shared/domain/log/key-change.ts";
import { resourcePartition } from "#shared/store/audit.ts";
import type { LogHead } from "#shared/store/log.ts";
import type { LogKeys, NextKeys } from "#shared/store/log-keys.ts";
import { rowsAfter, stillWaiting } from "#shared/store/log-outbox.ts";
import { getLogRow } from "#shared/store/log-rows.ts";
import { provenEntry } from "./trusted-keys.ts";

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
 * @returns null: the log has no row about them; "waiting": it has not taken the newest one yet
 * @throws ForkError
 */
export async function announcedKeys(
  role: NextKeys["role"],
  head: LogHead,
): Promise<Announced | "waiting" | null> {
  const rows = (await rowsAfter(partitions[role], null)).toReversed();
  const [waiting, announced] = await Promise.all([
    stillWaiting(rows.slice(0, 1).map(({ key }) => key)),
    newestIn(rows, role, head),
  ]);
  return waiting.length > 0 ? "waiting" : announced;
}

/** @param rows newest first */
async function newestIn(
  rows: readonly FoundRow[],
  role: NextKeys["role"],
  head: LogHead,
): Promise<Announced | null> {
  for (const found of rows) {
    const hash = hashOfFound(found);
    const index = hash === null ? undefined : (await getLogRow(hash))?.index;
    if (index === undefined || index >= head.size) continue;
    if ((await provenEntry(index, head)).row !== hash) continue;
    const { verifier_keys, verifier_key, emergency } = (found.row as AuditRow).context;
    const keys = role === "log" ? verifier_keys : [verifier_key];
    return { verifier_keys: keys as string[], emergency: emergency === true };
  }
  return null;
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
