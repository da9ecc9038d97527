import { previousDay } from "#shared/domain/frameworks/days.ts";
import { dayOf } from "./format.ts";
import type { Rule } from "./room.ts";

const states: Readonly<Record<Rule["in_force"], string>> = {
  in_force: "The law applies.",
  not_yet: "The law does not apply yet.",
  delayed: "The law's start has been put off.",
  suspended: "The law is suspended.",
  ended: "The law no longer applies.",
};

/**
 * Whether the law behind a rule applies now, and from when until when.
 * @param today YYYY-MM-DD
 */
export function lawSentence(rule: Rule, today: string): string {
  const { in_force, starts_on, applies_until } = rule;
  if (in_force === "in_force") return applyingSentence(rule, today);
  if (in_force === "ended" && applies_until !== undefined) {
    return `The law applied until ${dayOf(applies_until)}.`;
  }
  return `${states[in_force]}${starts_on === null ? "" : ` It applies from ${dayOf(starts_on)}.`}`;
}

/** The sentence about a law that applies: since its last change, and until the day before its next. */
function applyingSentence({ law_days }: Rule, today: string): string {
  const since = law_days.findLast(({ day }) => day <= today)?.day;
  const next = law_days.find(({ day }) => day > today)?.day;
  const until = next === undefined ? "" : ` until ${dayOf(previousDay(next))}`;
  if (since === undefined) return until === "" ? states.in_force : `The law applies${until}.`;
  return until === ""
    ? `The law has applied since ${dayOf(since)}.`
    : `The law applies from ${dayOf(since)}${until}.`;
}
