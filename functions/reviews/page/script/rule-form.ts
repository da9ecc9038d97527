import { decisions } from "#shared/domain/reviews/statuses.ts";
import type { Decision, Rule } from "./api.ts";
import { blame, slot, write } from "./dom.ts";
import { says } from "./says.ts";
import { keepVerdict, verdictFaults, verdictOf } from "./verdicts.ts";

const radiosIn = (article: Element): HTMLInputElement[] => [
  ...article.querySelectorAll<HTMLInputElement>('.verdict input[type="radio"]'),
];
const boxIn = (article: Element) =>
  article.querySelector(".remark textarea") as HTMLTextAreaElement;

/** Connects the verdict under one rule: four choices, and the remark on the rule. */
export function wireVerdict(article: HTMLElement, { use_case_id }: Rule, index: number): void {
  // With a pointer, counsel goes on to type the reasons. With arrow keys, they are still choosing.
  let isPointing = false;
  const choices = article.querySelector(".choices");
  choices?.addEventListener("pointerdown", () => {
    isPointing = true;
  });
  choices?.addEventListener("keydown", () => {
    isPointing = false;
  });
  for (const radio of radiosIn(article)) {
    radio.name = `verdict-${index}`;
    radio.addEventListener("change", () => {
      keepVerdict(use_case_id, { verdict: radio.value as Decision });
      showVerdict(article, use_case_id);
      if (isPointing && radio.value !== "approved") boxIn(article).focus();
    });
  }
  const box = boxIn(article);
  box.id = `remark-${index}`;
  article.querySelector(".remark label")?.setAttribute("for", box.id);
  box.addEventListener("input", () => {
    keepVerdict(use_case_id, { text: box.value });
    showFault(article, use_case_id);
  });
  showVerdict(article, use_case_id);
}

/** Chooses a verdict as if counsel had clicked it. */
export function chooseVerdict(article: HTMLElement, verdict: Decision): void {
  radiosIn(article)
    .find(({ value }) => value === verdict)
    ?.click();
}

export const remarkBox = boxIn;

/** Shows what the draft holds for a rule. */
function showVerdict(article: HTMLElement, useCaseId: string): void {
  const said = verdictOf(useCaseId);
  for (const radio of radiosIn(article)) radio.checked = radio.value === said?.verdict;
  const place = article.querySelector(".remark") as HTMLElement;
  place.hidden = said === undefined;
  // Other words can be proposed only for a rule that is not approved as it is.
  const editor = article.querySelector(".propose") as HTMLElement;
  editor.hidden = !said || said.verdict === "approved";
  boxIn(article).value = said?.text ?? "";
  if (said !== undefined) {
    write(slot(article, "remark-label"), says.remarks[decisions.indexOf(said.verdict)] ?? "");
  }
  showFault(article, useCaseId);
}

/**
 * Shows a fault that was already reported, until counsel corrects it.
 * @param reported what the service refused, or one of the page's own faults
 * @param field the field of the proposed words, for a fault of theirs
 */
export function showFault(
  article: HTMLElement,
  useCaseId: string,
  reported = "",
  field = "",
): void {
  const error = article.querySelector(".remark .error") as HTMLElement;
  if (error.hidden && !reported) return;
  const own = verdictFaults().find((fault) => fault.useCaseId === useCaseId);
  for (const box of article.querySelectorAll("textarea")) blame(box, error, "");
  const box = article.querySelector(`[data-field="${field}"]`) ?? boxIn(article);
  blame(box, error, own?.message ?? reported);
}
