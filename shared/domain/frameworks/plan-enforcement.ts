import { canonicalJson, sameJson } from "#shared/domain/canonical-json.ts";
import type { EnforcementEvent } from "./enforcement.ts";

/** An event as stored: what it says now, and since when. */
export interface StoredEvent extends EnforcementEvent {
  version: number;
  /** When this version was recorded. */
  recorded_at: string;
  /** Size of this version and all earlier ones in canonical form. */
  bytes: number;
}

/** One event that a request creates or changes. */
export interface EventChange {
  event: EnforcementEvent;
  version: number;
  bytes: number;
  /** The version that is replaced; null for a new event. */
  before: number | null;
}

const sizeOf = (event: EnforcementEvent): number => Buffer.byteLength(canonicalJson(event));

/** The event alone, without what is stored beside it. */
export const eventIn = ({ version, recorded_at, bytes, ...event }: StoredEvent): EnforcementEvent =>
  event;

/**
 * Sorts given events so that each ends only events that are known before it. An interrupted request
 * thus leaves no event that ends an unknown one.
 * @returns `left`: events that end an unknown event, or one another
 */
function ordered(given: readonly EnforcementEvent[], stored: readonly StoredEvent[]) {
  const known = new Set(stored.map(({ id }) => id));
  const isReady = ({ ends }: EnforcementEvent) => (ends ?? []).every((id) => known.has(id));
  const inOrder: EnforcementEvent[] = [];
  let left = [...given];
  for (let ready = left.filter(isReady); ready.length > 0; ready = left.filter(isReady)) {
    for (const { id } of ready) known.add(id);
    inOrder.push(...ready);
    left = left.filter((event) => !ready.includes(event));
  }
  return { inOrder, left, known };
}

/** The events that differ from what is stored. */
export function planEnforcement(
  given: readonly EnforcementEvent[],
  stored: readonly StoredEvent[],
): EventChange[] {
  const known = new Map(stored.map((event) => [event.id, event]));
  return ordered(given, stored).inOrder.flatMap((event): EventChange[] => {
    const before = known.get(event.id);
    if (before !== undefined && sameJson(eventIn(before), event)) return [];
    return [
      {
        event,
        version: (before?.version ?? 0) + 1,
        bytes: (before?.bytes ?? 0) + sizeOf(event),
        before: before?.version ?? null,
      },
    ];
  });
}

/** The bytes of a book's events with all their versions, after these changes. */
export function bytesAfter(
  changes: readonly EventChange[],
  stored: readonly StoredEvent[],
): number {
  const after = new Map(stored.map(({ id, bytes }) => [id, bytes]));
  for (const { event, bytes } of changes) after.set(event.id, bytes);
  return [...after.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The ids that `ends` names, but that no event recorded before it or with it has. */
export function unknownEnds(
  given: readonly EnforcementEvent[],
  stored: readonly StoredEvent[],
): { path: string; id: string }[] {
  const { left, known } = ordered(given, stored);
  return left.flatMap((event) =>
    (event.ends ?? []).flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `events.${given.indexOf(event)}.ends.${index}`, id }],
    ),
  );
}

/** The rules that events name but that the book does not have. */
export function unknownNamed(
  given: readonly EnforcementEvent[],
  rules: ReadonlySet<string>,
): { path: string; id: string }[] {
  return given.flatMap(({ use_case_ids }, at) =>
    (use_case_ids ?? []).flatMap((id, index) =>
      rules.has(id) ? [] : [{ path: `events.${at}.use_case_ids.${index}`, id }],
    ),
  );
}
