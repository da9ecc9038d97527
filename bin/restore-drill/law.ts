import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import { keyOf } from "#shared/store/entities.ts";
import { versionText } from "#shared/store/rules.ts";
import type { Item, TableContents } from "./read-table.ts";

/* Enforcement events and their versions: each has a row of the trail with everything it says. */

const RECORDED = "framework.enforcement.recorded";

interface Recorded {
  framework_id: string;
  event_id: string;
  version: number;
  [member: string]: unknown;
}

const versionKey = ({ framework_id, event_id, version }: Recorded): string =>
  keyOf("enforcementVersion", framework_id, event_id, versionText(version));

const eventKey = ({ framework_id, event_id }: Recorded): string =>
  keyOf("enforcementEvent", framework_id, event_id);

/** Keys that a row about an enforcement event demands; none for another row. */
export function lawKeys({ action, context }: AuditRow): string[] {
  const recorded = context as never as Recorded;
  return action === RECORDED ? [versionKey(recorded), eventKey(recorded)] : [];
}

/** Versions that are not what their rows say, and events that are not their newest version. */
export function lawContradictions({ trail, records }: TableContents): string[] {
  const newest = new Map<string, AuditRow>();
  const found: string[] = [];
  for (const row of trail) {
    if (row.action !== RECORDED) continue;
    const recorded = row.context as never as Recorded;
    const version = records.get(versionKey(recorded))?.version as Item | undefined;
    if (version !== undefined && !isAsRecorded(version, row))
      found.push(`${versionKey(recorded)} differs from its row ${row.id} of ${row.created_at}.`);
    const known = newest.get(eventKey(recorded))?.context as Recorded | undefined;
    if (known === undefined || known.version < recorded.version)
      newest.set(eventKey(recorded), row);
  }
  for (const [key, row] of newest) {
    const event = records.get(key)?.event as (Item & { bytes?: number }) | undefined;
    if (event === undefined) continue;
    const { bytes: _, ...said } = event;
    if (!isAsRecorded(said as Item, row))
      found.push(`${key} differs from its row ${row.id} of ${row.created_at}.`);
  }
  return found;
}

/** Both say the same of the event; a stored one has `recorded_at`, which is the row's time. */
function isAsRecorded(stored: Item, { context, created_at }: AuditRow): boolean {
  const { framework_id: _, content_hash: __, event_id, ...said } = context as never as Recorded;
  return sameJson(stored, { ...said, id: event_id, recorded_at: created_at });
}
