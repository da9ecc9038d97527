import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import {
  exceptionsIn,
  joinGroups,
  mixedGroups,
  type NamedOutcome,
  ruleNames,
} from "#shared/domain/standing/outcomes.ts";
import type { Decision, Lapsed, Review } from "./api.ts";
import { fill, fillMarked } from "./dom.ts";
import { wordsOf } from "./form.ts";
import { counted, filled, locale, says } from "./says.ts";

/** A decision, either from the draft or from the record. */
interface Decided {
  decision: Decision;
  rule_verdicts?: NonNullable<Review["decision"]>["rule_verdicts"];
}

type Reviewed = Pick<Review, "rules"> | Pick<Lapsed, "rules">;

/** Each rule's short name. A lapsed link has no citations, so the service sends the names. */
export const namesIn = ({ rules }: Reviewed): ReadonlyMap<string, string> => {
  const [first] = rules;
  return first === undefined || "name" in first
    ? new Map((rules as Lapsed["rules"]).map(({ use_case_id, name }) => [use_case_id, name]))
    : ruleNames(rules as Review["rules"]);
};

/** Each rule's name, with its outcome under the decision. */
function outcomesOf(review: Reviewed, { decision, rule_verdicts }: Decided): NamedOutcome[] {
  const names = namesIn(review);
  return review.rules.map(({ use_case_id }) => ({
    name: names.get(use_case_id) ?? use_case_id,
    outcome: ruleOutcome({ status: decision, rule_verdicts }, use_case_id) ?? decision,
  }));
}

/** Joins names with commas and an “and”, in the page's language. */
export const list = new Intl.ListFormat(locale);
const named = (rules: readonly NamedOutcome[]): string =>
  list.format(rules.map(({ name }) => name));

/** `4 approved, 1 sent back: Art. 50(3)`; empty if every rule has the same outcome. */
export function mixedText(rules: readonly NamedOutcome[]): string {
  const groups = mixedGroups(rules);
  if (groups.length === 0) return "";
  const texts = groups.map(({ outcome, rules: own, isNamed }) => {
    const count = counted(says.outcomes[outcome], own.length);
    return isNamed ? filled(says.outcomes.named, { count, rules: named(own) }) : count;
  });
  return joinGroups(groups, texts);
}

/** The names of the rules that an approval does not cover, and what it says of the rest; null: none. */
export function exceptionsText(
  review: Reviewed,
  decided: Decided,
): { n: number; rules: string; rest: Decision } | null {
  const outcomes = outcomesOf(review, decided);
  const exceptions = exceptionsIn(outcomes);
  if (exceptions.length === 0) return null;
  const { decision } = decided;
  const rest = outcomes.some(({ outcome }) => outcome === decision) ? decision : "approved";
  return { n: exceptions.length, rules: named(exceptions), rest };
}

/** Shows what a decision means: the outcomes first, then the meaning with its exceptions. */
export function fillOutcome(review: Reviewed, decided: Decided): void {
  const { label, meaning } = wordsOf(decided.decision);
  const exceptions = exceptionsText(review, decided);
  fill("outcomes", mixedText(outcomesOf(review, decided)));
  fill("decision", label);
  if (exceptions === null) fill("meaning", meaning);
  else fillMarked("meaning", says.meaningExcept, { rules: exceptions.rules });
}
