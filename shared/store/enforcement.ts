import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { EnforcementEvent } from "#shared/domain/frameworks/enforcement.ts";
import type { EventChange, StoredEvent } from "#shared/domain/frameworks/plan-enforcement.ts";
import { frameworkUpdated } from "./frameworks.ts";
import { insert, is, isAbsent, put } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { queryAll } from "./read.ts";
import { versionText } from "./rules.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 *   ENFORCEMENT#<framework>           / <event_id>        the event as it is now
 *   ENFORCEMENT#<framework>#VERSIONS  / <event_id>#<n>    one version of it, immutable
 * Neither a framework's id nor an event's contains `#`.
 */

const eventsPartition = (frameworkId: string): string => `ENFORCEMENT#${frameworkId}`;
const versionsPartition = (frameworkId: string): string => `ENFORCEMENT#${frameworkId}#VERSIONS`;

/** One version of an event. */
export interface EventVersion extends EnforcementEvent {
  version: number;
  recorded_at: string;
}

/** The events of a framework as they are now, in no particular order. */
export const enforcementOf = async (frameworkId: string): Promise<StoredEvent[]> =>
  (await queryAll({ pk: eventsPartition(frameworkId) })).map(({ event }) => event as StoredEvent);

/** Every version of every event of a framework: by event, oldest first. */
export const enforcementVersions = async (frameworkId: string): Promise<EventVersion[]> =>
  (await queryAll({ pk: versionsPartition(frameworkId) })).map(
    ({ version }) => version as EventVersion,
  );

/**
 * Writes changed events with their new versions, each with its audit row, if the framework exists
 * and every event still has the version assumed.
 */
export function writeEnforcement(
  frameworkId: string,
  changes: readonly { change: EventChange; row: AuditRow }[],
  now: string,
): Promise<Outcome> {
  return transact({
    framework: frameworkUpdated(frameworkId, now),
    changes: changes.flatMap(({ change }) => eventActions(frameworkId, change, now)),
    rows: changes.flatMap(({ row }) => putLoggedRow(row)),
  });
}

function eventActions(
  frameworkId: string,
  { event, version, bytes, before }: EventChange,
  now: string,
): Action[] {
  const stored: StoredEvent = { ...event, version, recorded_at: now, bytes };
  const record: EventVersion = { ...event, version, recorded_at: now };
  return [
    put(
      { pk: eventsPartition(frameworkId), sk: event.id, event: stored },
      before === null ? isAbsent("pk") : is({ "event.version": before }),
    ),
    insert({
      pk: versionsPartition(frameworkId),
      sk: `${event.id}#${versionText(version)}`,
      version: record,
    }),
  ];
}
