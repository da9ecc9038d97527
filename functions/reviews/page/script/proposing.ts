import type { SuggestedField } from "#shared/domain/reviews/limits.ts";
import { differencesOf } from "#shared/domain/text/differences.ts";
import { asInField } from "#shared/domain/text/text.ts";
import type { Rule } from "./api.ts";
import { shown } from "./changes.ts";
import { classed, make, unfold } from "./dom.ts";
import { showFault } from "./rule-form.ts";
import { filled, says } from "./says.ts";
import { keepVerdict, verdictOf } from "./verdicts.ts";
import { textOf } from "./words.ts";

/** Makes a rule's texts editable in place. What differs from the rule becomes a proposal. */
export function wireProposing(article: HTMLElement, rule: Rule): void {
  const kept = verdictOf(rule.use_case_id)?.suggestions ?? {};
  for (const box of article.querySelectorAll<HTMLTextAreaElement>(".propose textarea")) {
    const field = box.dataset["field"] as SuggestedField;
    const own = asInField(rule[field]);
    box.value = kept[field] || own;
    const show = () => {
      const isOwn = box.value === own;
      if (!isOwn) unfold(box);
      const pieces = isOwn ? [] : differencesOf(own, box.value);
      box.parentElement?.nextElementSibling?.replaceChildren(...pieces.map(shown));
    };
    box.addEventListener("input", () => {
      const before = verdictOf(rule.use_case_id)?.suggestions ?? {};
      // Text that equals the rule's own, or no text, proposes nothing.
      const proposed = box.value === own ? "" : box.value;
      keepVerdict(rule.use_case_id, { suggestions: { ...before, [field]: proposed } });
      show();
      showFault(article, rule.use_case_id);
    });
    show();
  }
}

/** The proposed words of a verdict, as the check and the receipt show them. */
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
