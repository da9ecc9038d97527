import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { asInField } from "#shared/domain/text/text.ts";
import type { SuggestedField } from "./limits.ts";
import type { Words } from "./words.ts";

/** What became of words that counsel proposed, found by comparing texts. */
export const fates = ["taken_over", "changed_otherwise", "unchanged", "rule_ended"] as const;
export type Fate = (typeof fates)[number];

export interface EarlierSuggestion {
  field: SuggestedField;
  text: string;
  became: Fate;
}

/**
 * What became of the words that counsel proposed in an earlier review. Erased words are left out.
 * @param before the wording that counsel remarked on
 * @param after the present wording
 * @param now ISO 8601 UTC
 */
export const becameOf = (
  suggestions: readonly { field: SuggestedField; text: Words }[],
  before: Rule | null,
  after: Rule | null,
  now: string,
): EarlierSuggestion[] =>
  suggestions.flatMap(({ field, text }) =>
    typeof text === "string"
      ? [{ field, text, became: fateOf(field, text, before, after, now) }]
      : [],
  );

function fateOf(
  field: SuggestedField,
  text: string,
  before: Rule | null,
  after: Rule | null,
  now: string,
): Fate {
  const until = after?.applies_until;
  if (after === null || (until !== undefined && until < now.slice(0, 10))) return "rule_ended";
  // A text that went through the rule's editor has lost its carriage returns.
  const is = asInField(after[field]);
  if (is === asInField(text)) return "taken_over";
  return before !== null && is === asInField(before[field]) ? "unchanged" : "changed_otherwise";
}
