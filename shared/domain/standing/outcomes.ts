import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { resultWord } from "#shared/domain/reviews/status-words.ts";
import { type PanelResult, panelResults } from "#shared/domain/reviews/statuses.ts";
import { visibleLine } from "#shared/domain/text/text.ts";

/*
 * Describes a decision, or a panel's result, whose rules have different outcomes: the outcomes first,
 * then each exception by name (standing.md, section 3).
 */

/** A rule by the name that people use, and its outcome. */
export interface NamedOutcome {
  name: string;
  outcome: PanelResult;
}

interface Citing {
  use_case_id: string;
  title: string;
  citations: readonly { label: string }[];
}

/**
 * The names that people use for some rules: a rule's own provision, with the title if several share it,
 * or the title if it cites nothing.
 */
export function ruleNames(rules: readonly Citing[]): ReadonlyMap<string, string> {
  const provisions = rules.map(({ citations: [own] }) =>
    own ? visibleLine(provisionOf(own.label)) : "",
  );
  return new Map(
    rules.map(({ use_case_id, title }, i) => {
      const provision = provisions[i] as string;
      const named = visibleLine(title);
      if (provision === "") return [use_case_id, named];
      const isShared = provisions.filter((one) => one === provision).length > 1;
      return [use_case_id, isShared ? `${provision} (${named})` : provision];
    }),
  );
}

/** The fields of a request or a panel that lists contain. */
interface Listed {
  status: string;
  rule_use_case_ids: readonly string[];
  /** The names that `ruleNames` gives, in the same order. */
  rule_names: readonly string[];
}

const nameIn = ({ rule_names }: Listed, index: number, id: string): string =>
  visibleLine(rule_names[index] ?? id);

/** A listed review's rules by name, each with its outcome; empty while it is not decided. */
export const outcomesOfReview = (
  review: Listed & Parameters<typeof ruleOutcome>[0],
): NamedOutcome[] =>
  review.rule_use_case_ids.flatMap((id, i) => {
    const outcome = ruleOutcome(review, id);
    return outcome === null ? [] : [{ name: nameIn(review, i, id), outcome }];
  });

/** A panel's rules by name, each with its outcome; empty while the panel is open. */
export const outcomesOfPanel = (
  panel: Listed & { rules: readonly { use_case_id: string; outcome: PanelResult | null }[] },
): NamedOutcome[] =>
  panel.rules.flatMap(({ use_case_id, outcome }, i) =>
    outcome === null ? [] : [{ name: nameIn(panel, i, use_case_id), outcome }],
  );

/** The rules with the same outcome. */
export interface OutcomeGroup<R> {
  outcome: PanelResult;
  rules: readonly R[];
  /** Whether its rules are named. A first group of approvals is only counted. */
  isNamed: boolean;
}

/** The rules by outcome, approvals first; empty if every rule has the same outcome. */
export function mixedGroups<R extends { outcome: PanelResult }>(
  rules: readonly R[],
): OutcomeGroup<R>[] {
  const groups = panelResults
    .map((outcome) => ({ outcome, rules: rules.filter((rule) => rule.outcome === outcome) }))
    .filter((group) => group.rules.length > 0);
  if (groups.length < 2) return [];
  return groups.map((group, i) => ({ ...group, isNamed: i > 0 || !isApproval(group.outcome) }));
}

/** Joins the texts of these groups, with semicolons after names, which have commas of their own. */
export const joinGroups = (
  groups: readonly Pick<OutcomeGroup<unknown>, "isNamed">[],
  texts: readonly string[],
): string => texts.reduce((all, text, i) => `${all}${groups[i - 1]?.isNamed ? "; " : ", "}${text}`);

/** The rules that an approval leaves out; empty if no rule is approved. */
export const exceptionsIn = <R extends { outcome: PanelResult }>(rules: readonly R[]): R[] =>
  rules.some(({ outcome }) => isApproval(outcome))
    ? rules.filter(({ outcome }) => !isApproval(outcome))
    : [];

/** `Art. 50(2), Art. 50(3) and Art. 50(4)`; beyond `most`, only how many more there are. */
export function listed(names: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  const all = rest === 0 ? shown : [...shown, `${rest} more`];
  const last = all.at(-1) ?? "";
  return all.length < 2 ? last : `${all.slice(0, -1).join(", ")} and ${last}`;
}

/**
 * `4 approved, 1 sent back: Art. 50(3)`; null if every rule has the same outcome.
 * @param most how many rules of each outcome are named; left out: all
 */
export function mixedText(rules: readonly NamedOutcome[], most?: number): string | null {
  const groups = mixedGroups(rules);
  if (groups.length === 0) return null;
  const texts = groups.map(({ outcome, rules: own, isNamed }) => {
    const names = own.map(({ name }) => name);
    const word = outcome === "changes_requested" ? "sent back" : resultWord(outcome);
    return `${own.length} ${word}${isNamed ? `: ${listed(names, most)}` : ""}`;
  });
  return joinGroups(groups, texts);
}
