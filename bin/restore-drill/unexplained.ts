import { entityAt, keyOf, kindOf } from "#shared/store/entities.ts";
import { isCouriersDoing } from "./courier.ts";
import { type Finding, finding } from "./findings.ts";
import type { TableContents } from "./read-table.ts";

/** A row's date is when its request began. It may be written up to this much later. */
const LATE_MS = 60_000;

/**
 * Differences between the restored table and the live one that no row since the point in time explains.
 * Whoever made them bypassed the application.
 * @param at the point in time, ISO 8601 UTC
 */
export function findUnexplained(
  restored: TableContents,
  live: TableContents,
  at: string,
): Finding[] {
  const known = new Set(restored.trail.map(({ id }) => id));
  const since = new Date(Date.parse(at) - LATE_MS).toISOString();
  const newer = live.trail.filter(({ id }) => !known.has(id));
  const words = new Set(
    newer.filter(({ created_at }) => created_at >= since).flatMap((row) => wordsOf(row)),
  );
  const older = newer
    .filter(({ created_at }) => created_at < since)
    .map(({ id, action, created_at }) =>
      finding(
        "row_missing",
        `Row ${action} ${id} of ${created_at} is in the live table, but not in the restored one.`,
      ),
    );
  const isExplained = (key: string): boolean =>
    [
      ...key.split(/[#/\s]+/),
      ...(restored.owners.get(key) ?? []),
      ...(live.owners.get(key) ?? []),
    ].some((word) => words.has(word));
  return [
    ...older,
    ...differences(restored, live)
      .filter(({ key }) => !isExplained(key))
      .map(({ found }) => found),
  ];
}

function* keysOf(restored: TableContents, live: TableContents): Generator<string> {
  yield* restored.digests.keys();
  for (const key of live.digests.keys()) if (!restored.digests.has(key)) yield key;
}

function differences(restored: TableContents, live: TableContents) {
  const found: { key: string; found: Finding }[] = [];
  for (const key of keysOf(restored, live)) {
    const [then, now] = [restored.digests.get(key), live.digests.get(key)];
    if (then === now || restored.expiring.has(key) || live.expiring.has(key)) continue;
    const { name, drill } = entityAt(key) ?? {};
    if (drill === "machinery" || drill === "proven") continue;
    if (now === undefined && isOfRemoved(key, restored, live)) continue;
    if (name === "outboxMessage" && isMoved(key, restored, live)) continue;
    const nothing = "no row since then explains it.";
    if (then === undefined) {
      const detail = `${key} is only in the live table; ${nothing}`;
      found.push({ key, found: finding("item_missing", detail) });
    } else if (now === undefined) {
      const detail = `${key} is gone from the live table; ${nothing}`;
      found.push({ key, found: finding("live_item_missing", detail) });
    } else {
      const detail = `${key} differs between the two tables; ${nothing}`;
      found.push({ key, found: finding("item_differs", detail) });
    }
  }
  return found;
}

/** It was removed with its tenant. A connection's key does not name the tenant. */
function isOfRemoved(key: string, restored: TableContents, live: TableContents): boolean {
  const connection = restored.records.get(key)?.connection ?? {};
  const { tenant_id } = connection as { tenant_id?: string };
  return [...live.removedTenants].some((id) => id === tenant_id || key.includes(id));
}

/** A message has another key, or is in one table only, because the courier handled it. */
function isMoved(key: string, restored: TableContents, live: TableContents): boolean {
  const [then, now] = [restored.records.get(key), live.records.get(key)];
  if (then !== undefined && now !== undefined) return false;
  const item = then ?? now;
  return item !== undefined && isCouriersDoing(item, now === undefined, { restored, live });
}

const platformKinds = [kindOf(keyOf("deployment")), kindOf(keyOf("clearanceKeys"))];

/** Everything that a row names, mostly ids. Rows about the platform change what is stored of it. */
function wordsOf({
  resource_id,
  tenant_id,
  action,
  context,
  writer,
}: TableContents["trail"][number]): string[] {
  const platform = /^(platform|evidence_log)\./.test(action) ? platformKinds : [];
  return [resource_id, tenant_id ?? "", writer ?? "", ...platform, ...textsIn(context)].filter(
    (word) => word !== "",
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
