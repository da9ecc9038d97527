import type { EnforcementEvent } from "#shared/domain/frameworks/enforcement.ts";
import { lawChanges } from "#shared/domain/frameworks/enforcement.ts";
import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import {
  type RuleAnswers,
  type RuleStatus,
  ruleStatus,
} from "#shared/domain/reviews/rule-status.ts";

/** How many rules of a book stand how. */
interface BookStates {
  approved: number;
  /** Changed since they were approved. */
  changed: number;
  /** Counsel's latest answer was no. */
  objected: number;
  /** A review is open, and nothing is approved. */
  open: number;
  never: number;
}

const stateOf = {
  approved_live: "approved",
  approved_then_changed: "changed",
  never_approved: "objected",
  pending: "open",
  never_reviewed: "never",
} as const satisfies Record<RuleStatus, keyof BookStates>;

/** A day on which the law of rules changes. */
interface BookDate {
  /** YYYY-MM-DD */
  day: string;
  to: InForce;
  rules: number;
}

export interface BookState {
  states: BookStates;
  /** The next day on which rules begin to apply, and how those stand; null: none is known. */
  next: { day: string; rules: number; states: BookStates } | null;
  dates: BookDate[];
}

const count = (statuses: readonly RuleStatus[]): BookStates => {
  const states = { approved: 0, changed: 0, objected: 0, open: 0, never: 0 };
  for (const status of statuses) states[stateOf[status]] += 1;
  return states;
};

/** How far back the time line shows what began. */
const PAST_DAYS = 365;
const DAY_MS = 86_400_000;
const LAST_DAY = "9999-12-31";
const MOST_DATES = 40;

/**
 * How the rules of a book stand, and what of its law changes when.
 * @param now ISO 8601 UTC
 */
export function bookState(
  rules: readonly LiveRule[],
  events: readonly EnforcementEvent[],
  of: { answersOf: (useCaseId: string) => RuleAnswers; isOpen: (useCaseId: string) => boolean },
  now: string,
): BookState {
  const statusOf = new Map(
    rules.map(({ rule: { use_case_id: id }, content_hash }) => [
      id,
      ruleStatus(content_hash, of.answersOf(id), of.isOpen(id)),
    ]),
  );
  const today = now.slice(0, 10);
  const after = new Date(Date.parse(now) - PAST_DAYS * DAY_MS).toISOString().slice(0, 10);
  const changes = lawChanges(
    rules.map(({ rule }) => rule),
    events,
    { after, by: LAST_DAY },
  );
  const starts = changes.filter(({ day, to }) => day > today && to === "in_force");
  const next = starts.filter(({ day }) => day === starts[0]?.day);
  const ids = [...new Set(next.flatMap(({ use_case_ids }) => use_case_ids))];
  return {
    states: count([...statusOf.values()]),
    next:
      next[0] === undefined
        ? null
        : {
            day: next[0].day,
            rules: ids.length,
            states: count(ids.flatMap((id) => statusOf.get(id) ?? [])),
          },
    dates: datesIn(changes.map(({ day, to, use_case_ids: { length } }) => ({ day, to, length }))),
  };
}

/** One entry a day and state, of the newest ones. */
function datesIn(changes: readonly { day: string; to: InForce; length: number }[]): BookDate[] {
  const dates = new Map<string, BookDate>();
  for (const { day, to, length } of changes) {
    const date = dates.get(`${day} ${to}`) ?? { day, to, rules: 0 };
    dates.set(`${day} ${to}`, { ...date, rules: date.rules + length });
  }
  return [...dates.values()].slice(-MOST_DATES);
}

/** Whether all rules that begin to apply are approved as they stand. */
export const isReady = ({ rules, states }: NonNullable<BookState["next"]>): boolean =>
  states.approved === rules;
