import {
  maxVerdictCharacters,
  maxVerdictsCharacters,
  suggestedFields,
} from "#shared/domain/reviews/limits.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { charactersIn } from "#shared/domain/text/text.ts";
import type { Decision, Review } from "./api.ts";
import { currentDraft, type DraftVerdict, keepDraft } from "./draft.ts";
import { filled, numberText, says } from "./says.ts";

/** Counsel's verdicts on single rules, which are kept in the draft. */

let order: readonly string[] = [];
let titles = new Map<string, string>();
const listeners: (() => void)[] = [];

/** Prepares for a review's rules. */
export function useRules({ rules }: Review): void {
  order = rules.map(({ use_case_id }) => use_case_id);
  titles = new Map(rules.map(({ use_case_id, title }) => [use_case_id, title]));
}

export const titleOf = (useCaseId: string): string => titles.get(useCaseId) ?? useCaseId;

/** Calls `listener` after every change of a verdict. */
export const onVerdict = (listener: () => void): void => {
  listeners.push(listener);
};

export const verdictOf = (useCaseId: string): DraftVerdict | undefined =>
  currentDraft().verdicts.find(({ use_case_id }) => use_case_id === useCaseId);

export function keepVerdict(
  useCaseId: string,
  change: Partial<Omit<DraftVerdict, "use_case_id">>,
): void {
  const before = verdictOf(useCaseId);
  const verdict = change.verdict ?? before?.verdict;
  if (verdict === undefined) return;
  const after = { text: "", ...before, ...change, use_case_id: useCaseId, verdict };
  keepDraft({ verdicts: [after] });
  for (const listener of listeners) listener();
}

/** The verdicts so far, in the order of the request. */
const verdictsInOrder = (): DraftVerdict[] => order.flatMap((id) => verdictOf(id) ?? []);

/** Every verdict that is not a plain approval: the rules to come back to. */
export const objections = (): DraftVerdict[] =>
  currentDraft().verdicts.filter(({ verdict }) => verdict !== "approved");

/**
 * Proposes the decision that follows from the verdicts, once every rule has one. It never replaces
 * counsel's own choice.
 */
export function propose(): void {
  const { decision, proposed, verdicts } = currentDraft();
  if (decision !== null && !proposed) return;
  const next = verdicts.length < order.length ? null : followsFrom(verdicts);
  if (next !== decision) keepDraft({ decision: next, proposed: next !== null });
}

function followsFrom(verdicts: readonly DraftVerdict[]): Decision {
  const has = (...these: Decision[]) => verdicts.some(({ verdict }) => these.includes(verdict));
  if (!has("approved", "approved_with_changes")) {
    return has("changes_requested") ? "changes_requested" : "rejected";
  }
  return objections().length > 0 ? "approved_with_changes" : "approved";
}

/** How many rules have no verdict of their own. */
export const withoutVerdict = (): number => order.length - currentDraft().verdicts.length;

/** The verdicts to send, without those that the decision already states for their rule. */
export function verdictsToSend() {
  const { decision } = currentDraft();
  return verdictsInOrder()
    .filter(({ verdict, text }) => verdict !== decision || text !== "")
    .map(({ use_case_id, verdict, text, suggestions: words = {} }) => {
      // An approval proposes no words.
      const suggestions = suggestedFields
        .map((field) => ({ field, text: words[field] ?? "" }))
        .filter((one) => verdict !== "approved" && one.text !== "");
      return {
        use_case_id,
        verdict,
        ...(text === "" ? {} : { text }),
        ...(suggestions.length === 0 ? {} : { suggestions }),
      };
    });
}

interface VerdictFault {
  useCaseId: string;
  message: string;
}

/** Why the verdicts cannot be sent with the chosen decision, rule by rule. */
export function verdictFaults(): VerdictFault[] {
  const { decision } = currentDraft();
  const lengthOf = ({ text = "", suggestions = [] }: ReturnType<typeof verdictsToSend>[number]) =>
    [{ text }, ...suggestions].reduce((sum, one) => sum + one.text.length, 0);
  const sent = verdictsToSend().sort((a, b) => lengthOf(b) - lengthOf(a));
  const together = sent.reduce((sum, one) => sum + lengthOf(one), 0);
  return [
    ...verdictsInOrder().flatMap(({ use_case_id, verdict, text }) =>
      messagesOf(verdict, text, decision).map((message) => ({
        useCaseId: use_case_id,
        message: filled(message, { rule: titleOf(use_case_id) }),
      })),
    ),
    // The longest one comes first.
    ...sent.slice(0, together > maxVerdictsCharacters ? 1 : 0).map(({ use_case_id }) => ({
      useCaseId: use_case_id,
      message: filled(says.shortenAll, { most: numberText(maxVerdictsCharacters) }),
    })),
  ];
}

const messagesOf = (verdict: Decision, text: string, decision: Decision | null): string[] => [
  ...(verdict !== "approved" && text === "" ? [says.remarkMissing] : []),
  ...(charactersIn(text) > maxVerdictCharacters ? [says.shortenRemark] : []),
  ...(decision === "approved" && verdict !== "approved" ? [says.contradicts] : []),
];

/** A decision in the page's language, or in another. */
export const labelOf = (decision: Decision, language = says.language): string =>
  says.labels[language][decisions.indexOf(decision)] ?? decision;
