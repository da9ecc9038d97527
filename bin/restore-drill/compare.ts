import { entityAt, kindOf } from "#shared/store/entities.ts";
import { type Finding, finding } from "./findings.ts";
import type { TableContents } from "./read-table.ts";

/** Items of one kind, in the restored table and in the live one. */
export interface KindCounts {
  restored: number;
  live: number;
  /** Only in the live table: written since, and lost if the restored table replaces it. */
  newer: number;
  changed: number;
  /** Only in the restored table: removed since, or expired. */
  gone: number;
}

/** Counts items by kind (the first part of their partition keys), sorted by kind. */
export function countKinds(
  restored: TableContents,
  live: TableContents,
): [kind: string, counts: KindCounts][] {
  const kinds = new Map<string, KindCounts>();
  const of = (key: string): KindCounts => {
    const kind = kindOf(key);
    const counts = kinds.get(kind) ?? { restored: 0, live: 0, newer: 0, changed: 0, gone: 0 };
    kinds.set(kind, counts);
    return counts;
  };
  for (const [key, digest] of restored.digests) {
    const counts = of(key);
    const other = live.digests.get(key);
    counts.restored += 1;
    if (other === undefined) counts.gone += 1;
    else if (other !== digest) counts.changed += 1;
  }
  for (const key of live.digests.keys()) {
    const counts = of(key);
    counts.live += 1;
    if (!restored.digests.has(key)) counts.newer += 1;
  }
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Audit rows are written once: a live one that differs or is missing was tampered with. */
export function findChangedSince(restored: TableContents, live: TableContents): Finding[] {
  const findings: Finding[] = [];
  for (const [key, digest] of restored.digests) {
    // Counsel's words may be erased. A changed text no longer matches its row.
    if (entityAt(key)?.name !== "row") continue;
    const other = live.digests.get(key);
    if (other === undefined) {
      findings.push(finding("live_row_missing", `${key} is missing from the live table.`));
    } else if (other !== digest) {
      findings.push(finding("live_row_altered", `${key} is different in the live table.`));
    }
  }
  return findings;
}

/** Describes what was written after the point in time. */
export function whatIsNewer(restored: TableContents, live: TableContents): string[] {
  const known = new Set(restored.rows.map(({ id }) => id));
  const rows = live.rows.filter(({ id }) => !known.has(id));
  const reviews = [...live.reviews.values()];
  const requested = reviews.filter(({ id }) => !restored.reviews.has(id));
  const moved = reviews.filter(({ id, status }) => {
    const before = restored.reviews.get(id);
    return before !== undefined && before.status !== status;
  });
  const lines = [
    ...requested.map(
      ({ id, status, created_at }) => `review ${id} of ${created_at}, now ${status}`,
    ),
    ...moved.map(({ id, status }) => {
      const before = restored.reviews.get(id)?.status;
      return `review ${id} was ${before}, is now ${status}`;
    }),
    ...rows.map(({ action, id, created_at }) => `row ${action} ${id} of ${created_at}`),
  ];
  const secrets = Object.entries(live.deployment.secrets).filter(
    ([name, { version_id }]) => restored.deployment.secrets[name]?.version_id !== version_id,
  );
  return [
    ...lines,
    ...secrets.map(
      ([name]) =>
        `secret ${name}: a different version is in use now; the store may have dropped the earlier one`,
    ),
  ];
}
