import type { SuggestedField } from "#shared/domain/reviews/suggested-fields.ts";
import { differencesOf } from "#shared/domain/text/differences.ts";
import type { Rule } from "./api.ts";
import { shown } from "./changes.ts";
import { classed, make, unfold } from "./dom.ts";
import { filled, says } from "./says.ts";
import { keepVerdict, verdictOf } from "./verdicts.ts";
import { textOf } from "./words.ts";

/** The texts of a rule, each to be edited in place: what differs from the rule is proposed. */
export function wireProposing(article: HTMLElement, rule: Rule): void {
  const kept = verdictOf(rule.use_case_id)?.suggestions ?? {};
  for (const box of article.querySelectorAll<HTMLTextAreaElement>(".propose textarea")) {
    const field = box.dataset["field"] as SuggestedField;
    box.value = kept[field] || rule[field];
    const show = () => {
      const isOwn = box.value === rule[field];
      if (!isOwn) unfold(box);
      const pieces = isOwn ? [] : differencesOf(rule[field], box.value);
      box.parentElement?.nextElementSibling?.replaceChildren(...pieces.map(shown));
    };
    box.addEventListener("input", () => {
      const before = verdictOf(rule.use_case_id)?.suggestions ?? {};
      // The rule's own words, or none, propose nothing.
      const own = box.value === rule[field] ? "" : box.value;
      keepVerdict(rule.use_case_id, { suggestions: { ...before, [field]: own } });
      show();
    });
    show();
  }
}

/** The words that are proposed with a verdict, as the check and the receipt show them. */
export const proposedWords = (
  suggestions: readonly { field: SuggestedField; text: Parameters<typeof textOf>[0] }[],
): HTMLElement[] =>
  suggestions.map(({ field, text }) =>
    classed(
      "div",
      "verbatim",
      make("strong", filled(says.suggestions.of, { field: says.fields[field] })),
      ` ${textOf(text)}`,
    ),
  );
