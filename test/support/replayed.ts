import { isInChain } from "#shared/domain/audit/chains.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { chainedIn } from "#shared/domain/evidence/bundle.ts";
import { type Replayed, replay } from "#shared/domain/evidence/replay/replay.ts";
import type { TestSystem } from "./system.ts";
import { scanTable } from "./table.ts";

/** Kinds of resources whose rows are chains that are replayed. */
const kinds = new Set([
  ...["counsel", "rule_review_request", "review_panel"],
  ...["room", "clearance_pipeline", "machine", "clearance_key", "framework"],
]);

/** Every row of these kinds, those of a resource in the order of its chain. */
export async function storedRows(system: TestSystem): Promise<AuditRow[]> {
  const items = (await scanTable(system)).filter(
    ({ pk, row }) =>
      String(pk).startsWith("AUDIT#") && kinds.has(row?.resource_type) && isInChain(row),
  );
  return items.sort((a, b) => (a.sk < b.sk ? -1 : 1)).map(({ row }) => row);
}

/** What rows come to; where the log has them, and who wrote them, is left out. */
export const replayed = (rows: readonly AuditRow[]): Promise<Replayed> =>
  replay(rows.map((row) => ({ row: chainedIn(row), leaf: null, writerFault: null })));

export const findingsOf = async (rows: readonly AuditRow[]): Promise<string[]> =>
  (await replayed(rows)).found.map(
    ({ name, row, detail }) => `${name} ${row?.action ?? ""} ${detail}`,
  );
