import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { type EnforcementEvent, enforcementEffects } from "./enforcement.ts";

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
 * The events that differ from what is stored. Those that end others come last, so that an
 * interrupted request leaves no event that ends an unknown one.
 */
export function planEnforcement(
  given: readonly EnforcementEvent[],
  stored: readonly StoredEvent[],
): EventChange[] {
  const known = new Map(stored.map((event) => [event.id, event]));
  const changes = given.flatMap((event): EventChange[] => {
    const before = known.get(event.id);
    if (before !== undefined && canonicalJson(eventIn(before)) === canonicalJson(event)) return [];
    return [
      {
        event,
        version: (before?.version ?? 0) + 1,
        bytes: (before?.bytes ?? 0) + sizeOf(event),
        before: before?.version ?? null,
      },
    ];
  });
  const doesEnd = ({ event }: EventChange) => enforcementEffects[event.kind] === "ends";
  return [...changes.filter((one) => !doesEnd(one)), ...changes.filter(doesEnd)];
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

/** The ids that `ends` names but that neither the book nor the request has. */
export function unknownEnds(
  given: readonly EnforcementEvent[],
  stored: readonly StoredEvent[],
): { path: string; id: string }[] {
  const known = new Set([...given, ...stored].map(({ id }) => id));
  return given.flatMap(({ ends }, at) =>
    (ends ?? []).flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `events.${at}.ends.${index}`, id }],
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
