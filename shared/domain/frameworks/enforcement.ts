import { nextDay, previousDay } from "./days.ts";
import { type Dated, type InForce, inForceAt } from "./in-force.ts";

/**
 * What each kind of event does to the rules it names: it suspends or delays them while it is in effect,
 * ends other events, or does nothing (contract, law-that-lives.md, section 1).
 */
export const enforcementEffects = {
  stayed: "suspended",
  enjoined: "suspended",
  preempted: "suspended",
  delayed: "delayed",
  lifted: "ends",
  resumed: "ends",
  guidance: "none",
} as const;

export type EnforcementKind = keyof typeof enforcementEffects;
export const enforcementKinds = Object.keys(enforcementEffects) as EnforcementKind[];

/** What a court, a legislature or an authority did to the enforcement of a law, in one event. */
export interface EnforcementEvent {
  id: string;
  /** The first day of its effect, YYYY-MM-DD, from 00:00 UTC. */
  on: string;
  kind: EnforcementKind;
  /** The last day of its effect, inclusive; null: until another event ends it. */
  until: string | null;
  /** The events that a `lifted` or `resumed` ends; null: every one in effect on that day. */
  ends: string[] | null;
  /** The rules it concerns; null: the whole book. */
  use_case_ids: string[] | null;
  authority: string;
  citation_url: string;
  note: string;
}

/** The event that decides whether a rule's law applies, as rows show it. */
type DecisiveEvent = Pick<
  EnforcementEvent,
  "id" | "on" | "until" | "kind" | "authority" | "citation_url" | "note"
>;

/** Whether a rule's law applies, and the event that decides it; null if its dates alone do. */
export interface LawState {
  in_force: InForce;
  enforcement: DecisiveEvent | null;
}

type Ruled = Dated & { use_case_id: string };

/** Sorts events by their day, then by id (UTF-16 code units). */
export const byDay = (
  a: Pick<EnforcementEvent, "on" | "id">,
  b: Pick<EnforcementEvent, "on" | "id">,
): number => (a.on !== b.on ? (a.on < b.on ? -1 : 1) : a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * Whether each rule's law applies at an instant, and the event that decides it. In this order: an ended
 * law stays ended; a delay lasts even after applies_from; a law that does not apply yet is not
 * suspended, even if stayed; then stays, injunctions and preemption suspend. If several events are in
 * effect, the latest decides. When an event was recorded does not matter.
 * @param at ISO 8601 UTC, as the service writes it
 */
export function enforcementAt(
  events: readonly EnforcementEvent[],
  at: string,
): (rule: Ruled) => LawState {
  const standing = standingOn(events, at.slice(0, 10));
  return (rule) => {
    const byDates = inForceAt(rule, at);
    if (byDates === "ended") return { in_force: "ended", enforcement: null };
    const delay = standing("delayed", rule.use_case_id);
    if (delay) return { in_force: "delayed", enforcement: decisive(delay) };
    if (byDates === "not_yet") return { in_force: "not_yet", enforcement: null };
    const stay = standing("suspended", rule.use_case_id);
    if (stay) return { in_force: "suspended", enforcement: decisive(stay) };
    return { in_force: "in_force", enforcement: null };
  };
}

/** An event with its rules as a set, so that a book of thousands of rules takes little time. */
interface Acting extends EnforcementEvent {
  names: (useCaseId: string) => boolean;
}

/** Finds the latest event of a given kind of effect that is active for a rule on a day. */
function standingOn(events: readonly EnforcementEvent[], day: string) {
  const acting = events
    .filter(({ on, until }) => on <= day && (until === null || day <= until))
    .sort(byDay)
    .map((event): Acting => {
      const rules = event.use_case_ids === null ? null : new Set(event.use_case_ids);
      return { ...event, names: (id) => rules === null || rules.has(id) };
    });
  const endings = acting.filter(({ kind }) => enforcementEffects[kind] === "ends");
  const isEnded = ({ id, on }: Acting, useCaseId: string): boolean =>
    endings.some(
      (ending) =>
        ending.names(useCaseId) &&
        (ending.ends === null ? on <= ending.on : ending.ends.includes(id)),
    );
  return (effect: "suspended" | "delayed", useCaseId: string): Acting | undefined =>
    acting.findLast(
      (event) =>
        enforcementEffects[event.kind] === effect &&
        event.names(useCaseId) &&
        !isEnded(event, useCaseId),
    );
}

const decisive = (event: EnforcementEvent): DecisiveEvent => ({
  id: event.id,
  on: event.on,
  until: event.until,
  kind: event.kind,
  authority: event.authority,
  citation_url: event.citation_url,
  note: event.note,
});

/** A day on which the state of the law changes for some rules. */
export interface LawChange {
  /** YYYY-MM-DD; the change takes effect at 00:00 UTC. */
  day: string;
  from: InForce;
  to: InForce;
  /** Decides the new state, or ended the old one, even by its own last day; null: dates alone. */
  event: DecisiveEvent | null;
  use_case_ids: readonly string[];
}

/** All days that a law can have. */
export const EVER = { after: "0000-01-01", by: "9999-12-31" } as const;

/**
 * The days after `after`, up to and including `by`, on which the law of rules starts, ends, is
 * suspended, delayed or resumed, in order.
 * @param after, by YYYY-MM-DD
 */
export function lawChanges(
  rules: readonly Ruled[],
  events: readonly EnforcementEvent[],
  { after, by }: { after: string; by: string },
): LawChange[] {
  const isWithin = (day: string | undefined | null): day is string =>
    typeof day === "string" && day > after && day <= by;
  const ofEvents = events.flatMap(({ on, until }) => [on, until && nextDay(until)]);
  const ofRules = rules.flatMap(({ applies_from, applies_until }) => [
    applies_from,
    applies_until && nextDay(applies_until),
  ]);
  const days = [...new Set([...ofEvents, ...ofRules])].filter(isWithin).sort();
  const changes: LawChange[] = [];
  let before = enforcementAt(events, after);
  for (const day of days) {
    const then = enforcementAt(events, day);
    const endings = events.filter(
      ({ kind, on }) => on === day && enforcementEffects[kind] === "ends",
    );
    changes.push(...changesBetween(rules, before, then, { day, endings }));
    before = then;
  }
  return changes;
}

/** A day on which the law behind a rule changes. */
export interface LawDay {
  /** YYYY-MM-DD; the change takes effect at 00:00 UTC. */
  day: string;
  to: InForce;
}

/** For each rule that these changes concern, its days in order. */
export function lawDaysIn(changes: readonly LawChange[]): ReadonlyMap<string, LawDay[]> {
  const days = new Map<string, LawDay[]>();
  for (const { day, to, use_case_ids } of changes) {
    for (const id of use_case_ids) {
      const own = days.get(id);
      if (own === undefined) days.set(id, [{ day, to }]);
      else own.push({ day, to });
    }
  }
  return days;
}

/**
 * The first day after `after` on which the law starts to apply, or applies again; null: no such day is
 * known.
 * @param days in order; undefined: the law never changes
 * @param after YYYY-MM-DD
 */
export const nextStart = (days: readonly LawDay[] | undefined, after: string): string | null =>
  days?.find(({ day, to }) => day > after && to === "in_force")?.day ?? null;

/** The rules whose law starts to apply, or applies again, on a day (YYYY-MM-DD). */
export const startingOn = (
  rules: readonly Ruled[],
  events: readonly EnforcementEvent[],
  day: string,
): ReadonlySet<string> =>
  new Set(
    lawChanges(rules, events, { after: previousDay(day), by: day })
      .filter(({ to }) => to === "in_force")
      .flatMap(({ use_case_ids }) => use_case_ids),
  );

type LawStateOf = (rule: Ruled) => LawState;

/** Whether a lifting or resumption applies to an event and a rule. */
const doesEnd = (
  { ends, use_case_ids }: EnforcementEvent,
  event: DecisiveEvent | null,
  { use_case_id }: Ruled,
): boolean =>
  (use_case_ids?.includes(use_case_id) ?? true) &&
  (ends === null || ends.includes(event?.id ?? ""));

function changesBetween(
  rules: readonly Ruled[],
  before: LawStateOf,
  then: LawStateOf,
  { day, endings }: { day: string; endings: readonly EnforcementEvent[] },
): LawChange[] {
  const groups = new Map<string, LawChange & { use_case_ids: string[] }>();
  for (const rule of rules) {
    const [was, is] = [before(rule), then(rule)];
    if (was.in_force === is.in_force) continue;
    const ended = was.enforcement && endings.find((one) => doesEnd(one, was.enforcement, rule));
    const event = is.enforcement ?? (ended ? decisive(ended) : was.enforcement);
    const key = `${was.in_force} ${is.in_force} ${event?.id ?? ""}`;
    const group = groups.get(key) ?? {
      day,
      from: was.in_force,
      to: is.in_force,
      event,
      use_case_ids: [],
    };
    group.use_case_ids.push(rule.use_case_id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
