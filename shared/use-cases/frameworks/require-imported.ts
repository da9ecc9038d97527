import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { contentHash } from "#shared/domain/frameworks/rule.ts";
import { rowsAtPlaces } from "#shared/store/audit-trails.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import type { Origin } from "#shared/store/rules.ts";
import { genuineRows, readWriters, stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";

/**
 * Refuses to ask counsel about a wording unless a function of the service imported it: the row of the
 * import contains the wording's hash.
 * @param origins of the rules, in their order
 * @throws DomainError `state_differs`, `dependency_unavailable`
 */
export async function requireImported(
  frameworkId: string,
  rules: readonly LiveRule[],
  origins: readonly (Origin | null)[],
  logKeys: LogKeys | null,
): Promise<void> {
  const places = [...new Set(origins.flatMap((origin) => origin?.place ?? []))];
  const [found] = await Promise.all([
    rowsAtPlaces("framework", frameworkId, places),
    readWriters(origins.flatMap((origin) => origin?.writer ?? [])),
  ]);
  const rows = found.map(({ row }) => row);
  const genuine = new Set(await genuineRows(rows, logKeys));
  const byPlace = new Map(found.map(({ place, row }) => [place, row]));
  for (const [i, { rule, content_hash }] of rules.entries()) {
    const row = byPlace.get(origins[i]?.place ?? "");
    const isImported =
      row !== undefined &&
      genuine.has(row) &&
      row.action === "rules.imported" &&
      row.resource_id === frameworkId &&
      hashIn(row, rule.use_case_id) === content_hash &&
      contentHash(frameworkId, rule) === content_hash;
    if (!isImported) throw stateDiffers("framework", frameworkId, `wording ${rule.use_case_id}`);
  }
}

/** The hash of a rule's wording according to the row of its import. */
function hashIn({ context }: AuditRow, useCaseId: string): string | undefined {
  const said = context.content_hashes as { use_case_id: string; content_hash: string }[];
  return said.find(({ use_case_id }) => use_case_id === useCaseId)?.content_hash;
}
