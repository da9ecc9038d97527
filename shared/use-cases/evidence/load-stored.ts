import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { LogParts } from "#shared/domain/evidence/bundle.ts";
import type { ReviewEvidence } from "#shared/domain/evidence/evidence.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import { waitingOf } from "#shared/store/log-outbox.ts";
import { getLogRows } from "#shared/store/log-rows.ts";
import { getSubjectHeads } from "#shared/store/log-subjects.ts";
import { hashIn } from "./rows-in-file.ts";

/**
 * The table's state of some rows on their way into the log: which of them wait, and which row of each
 * resource the log took last.
 * @param whole resources of which all rows are here
 */
export async function loadStored(
  rows: readonly AuditRow[],
  { log }: LogParts,
  whole: readonly AuditRow[],
): Promise<ReviewEvidence["stored"]> {
  const proven = new Set(
    log.proofs.flatMap(({ row_hash, log_proof }) => (log_proof === null ? [] : [row_hash])),
  );
  const open = rows.filter((row) => !proven.has(hashIn(row)));
  const subjects = [...new Set(whole.map(subjectOf))];
  const [queued, taken, heads] = await Promise.all([
    waitingOf(open),
    getLogRows(open.map(hashIn)),
    getSubjectHeads(subjects),
  ]);
  // A row that the log has taken, but that no checkpoint covers yet, also waits.
  const isFound = (i: number) => queued[i] === true || taken[i] != null;
  const missing = open.filter((_, i) => !isFound(i)).map(hashIn);
  // The log may have taken a row out of the outbox between the two reads.
  const late = await getLogRows(missing);
  const lost = new Set(missing.filter((_, i) => late[i] == null));
  const waiting = open.map(hashIn).filter((hash) => !lost.has(hash));
  const logged = subjects.flatMap((subject, i) => {
    const head = heads[i];
    return head == null ? [] : [[subject, head.row_hash] as const];
  });
  return { waiting: new Set(waiting), logged: new Map(logged) };
}
