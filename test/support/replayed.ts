import { isInChain } from "#shared/domain/audit/chains.ts";
import { type AuditRow, chained, withRowHash } from "#shared/domain/audit/row.ts";
import { chainedIn } from "#shared/domain/evidence/bundle.ts";
import { everyLife } from "#shared/domain/evidence/replay/every-life.ts";
import { type Replayed, replay } from "#shared/domain/evidence/replay/replay.ts";
import type { TestSystem } from "./system.ts";
import { scanTable } from "./table.ts";

/** Kinds of resources whose rows are chains that are replayed. */
const kinds = new Set([
  ...["counsel", "rule_review_request", "review_panel"],
  ...["room", "clearance_pipeline", "machine", "clearance_key", "framework"],
  ...["platform_secret", "evidence_log_key", "evidence_rows_key"],
]);

/** Every row of these kinds, those of a resource in the order of its chain. */
export async function storedRows(system: TestSystem): Promise<AuditRow[]> {
  const items = (await scanTable(system)).filter(
    ({ pk, row }) =>
      String(pk).startsWith("AUDIT#") && kinds.has(row?.resource_type) && isInChain(row),
  );
  return items.sort((a, b) => (a.sk < b.sk ? -1 : 1)).map(({ row }) => row);
}

/** The result of replaying rows, without their position in the log and their writer. */
export const replayed = (rows: readonly AuditRow[]): Promise<Replayed> =>
  replay(
    rows.map((row) => ({ row: chainedIn(row), leaf: null, writerFault: null })),
    everyLife,
  );

export const findingsOf = async (rows: readonly AuditRow[]): Promise<string[]> =>
  (await replayed(rows)).found.map(
    ({ name, row, detail }) => `${name} ${row?.action ?? ""} ${detail}`,
  );

/** The same rows, chained again so that every hash is right, whatever was repeated or changed. */
export function rechained(rows: readonly AuditRow[]): AuditRow[] {
  let head: Parameters<typeof chained>[1] = null;
  return rows.map((row) => {
    const { row_hash: _, ...said } = row;
    const next = chained(said, head);
    head = next.head;
    return withRowHash(next.row);
  });
}
export const changed = (
  row: AuditRow | undefined,
  context: object,
  more: Partial<AuditRow> = {},
): AuditRow => {
  if (row === undefined) throw new Error("There is no such row.");
  return { ...row, ...more, context: { ...row.context, ...context } };
};
