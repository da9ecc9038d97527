import type { AuditRow } from "#shared/domain/audit/row.ts";
import { hashOfFound } from "#shared/domain/log/follow.ts";
import { LOG_KEY, ROWS_KEY } from "#shared/domain/log/key-change.ts";
import { resourcePartition } from "#shared/store/audit.ts";
import type { NextKeys } from "#shared/store/log-keys.ts";
import { rowsAfter } from "#shared/store/log-outbox.ts";
import { getLeaf } from "#shared/store/log-rows.ts";

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
 * What the log's newest row about such keys announced. A row counts if the log's own entry is that
 * row's, so whoever can write the table can neither invent an announcement nor soften one.
 * @param size of the log: later rows do not count
 * @returns null: the log has no row about them
 */
export async function announcedKeys(
  role: NextKeys["role"],
  size: number,
): Promise<Announced | null> {
  for (const found of (await rowsAfter(partitions[role], null)).toReversed()) {
    const hash = hashOfFound(found);
    const leaf = hash === null ? null : await getLeaf(hash);
    if (leaf === null || leaf.index >= size) continue;
    const { verifier_keys, verifier_key, emergency } = (found.row as AuditRow).context;
    const keys = role === "log" ? verifier_keys : [verifier_key];
    return { verifier_keys: keys as string[], emergency: emergency === true };
  }
  return null;
}
