import type { EnforcementEvent } from "#shared/domain/frameworks/enforcement.ts";
import { EVER, enforcementAt, lawChanges } from "#shared/domain/frameworks/enforcement.ts";
import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { percentApproved } from "#shared/domain/standing/coverage.ts";
import { type RuleStatus, totalsOf } from "#shared/domain/standing/rule-status.ts";

/** A day on which the law of rules changes. */
interface BookDate {
  /** YYYY-MM-DD */
  day: string;
  to: InForce;
  rules: number;
}

/** How far back the time line shows changes. */
const PAST_DAYS = 365;
const DAY_MS = 86_400_000;
const MAX_DATES = 40;

/**
 * How the rules of a book stand, and when its law changes.
 * @param now ISO 8601 UTC
 */
export function bookState(
  rules: readonly LiveRule[],
  events: readonly EnforcementEvent[],
  statusOn: (rule: LiveRule) => RuleStatus,
  now: string,
) {
  const lawOf = enforcementAt(events, now);
  const states = rules.map((one) => ({
    id: one.rule.use_case_id,
    status: statusOn(one),
    in_force: lawOf(one.rule).in_force,
  }));
  const today = now.slice(0, 10);
  const after = new Date(Date.parse(now) - PAST_DAYS * DAY_MS).toISOString().slice(0, 10);
  const changes = lawChanges(
    rules.map(({ rule }) => rule),
    events,
    { ...EVER, after },
  );
  const coming = changes.filter(({ day, to }) => day > today && to === "in_force");
  const statuses = new Map(states.map(({ id, status }) => [id, status]));
  const starts = [...Map.groupBy(coming, ({ day }) => day)].map(([day, same]) => {
    const ids = [...new Set(same.flatMap(({ use_case_ids }) => use_case_ids))];
    const starting = ids.map((id) => statuses.get(id) ?? "never_reviewed");
    return {
      day,
      rules: starting.length,
      totals: totalsOf(starting),
      is_ready: starting.every((status) => status === "approved_live"),
    };
  });
  return {
    totals: totalsOf(states.map(({ status }) => status)),
    percent: percentApproved(states),
    /** The days to come on which rules begin to apply, the earliest first; `next` is the first. */
    starts,
    next: starts[0] ?? null,
    dates: datesIn(changes.map(({ day, to, use_case_ids: { length } }) => ({ day, to, length }))),
  };
}

/** One entry for each day and state; only the newest are kept. */
function datesIn(changes: readonly { day: string; to: InForce; length: number }[]): BookDate[] {
  const dates = new Map<string, BookDate>();
  for (const { day, to, length } of changes) {
    const date = dates.get(`${day} ${to}`) ?? { day, to, rules: 0 };
    dates.set(`${day} ${to}`, { ...date, rules: date.rules + length });
  }
  return [...dates.values()].slice(-MAX_DATES);
}
