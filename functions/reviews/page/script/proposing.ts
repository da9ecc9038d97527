import type { SuggestedField } from "#shared/domain/reviews/suggested-fields.ts";
import { differencesOf } from "#shared/domain/text/differences.ts";
import type { Rule } from "./api.ts";
import { shown } from "./changes.ts";
import { classed, make } from "./dom.ts";
import type { DraftVerdict } from "./draft.ts";
import { filled, says } from "./says.ts";
import { keepVerdict, proposedFor, verdictOf } from "./verdicts.ts";

const boxesIn = (article: Element): HTMLTextAreaElement[] => [
  ...article.querySelectorAll<HTMLTextAreaElement>(".propose textarea"),
];

const fieldOf = (box: HTMLTextAreaElement) => box.dataset["field"] as SuggestedField;

/** The texts of a rule, each to be edited in place: what differs from the rule is proposed. */
export function wireProposing(article: HTMLElement, rule: Rule, index: number): void {
  const kept = verdictOf(rule.use_case_id)?.suggestions ?? {};
  for (const box of boxesIn(article)) {
    const field = fieldOf(box);
    box.id = `propose-${index}-${field}`;
    box.previousElementSibling?.setAttribute("for", box.id);
    box.value = kept[field] ?? rule[field];
    const show = () => {
      const pieces = box.value === rule[field] ? [] : differencesOf(rule[field], box.value);
      box.nextElementSibling?.replaceChildren(...pieces.map(shown));
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

/** The editor is offered for what is not approved as it is. */
export function offerProposing(article: HTMLElement, said: DraftVerdict | undefined): void {
  const editor = article.querySelector<HTMLElement>(".propose");
  if (editor !== null) editor.hidden = said === undefined || said.verdict === "approved";
}

/** The words that are proposed with a verdict, as the check and the receipt show them. */
export const proposedWords = (
  suggestions: readonly { field: SuggestedField; text: unknown }[],
): HTMLElement[] =>
  suggestions.map(({ field, text }) =>
    classed(
      "div",
      "suggested",
      make("strong", filled(says.suggestions.of, { field: says.fields[field] })),
      " ",
      classed("span", "verbatim", typeof text === "string" ? text : says.questions.erased),
    ),
  );

/** Whether anything is proposed by some verdicts. */
export const isProposing = (verdicts: readonly DraftVerdict[]): boolean =>
  verdicts.some((one) => proposedFor(one).length > 0);
