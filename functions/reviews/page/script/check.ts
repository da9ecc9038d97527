import type { Decision, Review } from "./api.ts";
import { byId, classed, fill, make } from "./dom.ts";
import { currentDraft } from "./draft.ts";
import { proposedWords } from "./proposing.ts";
import { ofRules } from "./rules-language.ts";
import { counted, says } from "./says.ts";
import { labelOf, titleOf, verdictsToSend, withoutVerdict } from "./verdicts.ts";

/**
 * The check before signing names the rules on which counsel remarked, and the rules that counsel did
 * not read. Each has a button that leads back to it.
 */
export function showCheckedRules({ rules }: Review, change: (useCaseId: string) => void): void {
  const { opened, verdicts } = currentDraft();
  const title = (id: string): HTMLElement => ofRules(make("span", titleOf(id)));
  const entry = (id: string, ...said: (Node | string)[]): HTMLElement => {
    const named = classed("span", "vh", ": ", title(id));
    const button = classed("button", "small", says.change, named);
    button.type = "button";
    button.addEventListener("click", () => change(id));
    return make("li", title(id), ...said, " ", button);
  };
  // Forty plain approvals become one line, because the check is about the exceptions.
  const isPlain = ({ verdict, text }: { verdict: Decision; text?: string }) =>
    verdict === "approved" && !text;
  const told = verdictsToSend().filter((said) => !isPlain(said));
  const plain = verdicts.filter(isPlain).length;
  const place = byId("check-verdicts");
  place.hidden = verdicts.length === 0;
  place.querySelector("ul")?.replaceChildren(
    ...told.map(({ use_case_id, verdict, text, suggestions = [] }) => {
      const label = make("strong", labelOf(verdict));
      const remark = text ? [classed("div", "verbatim", text)] : [];
      return entry(use_case_id, ": ", label, ...remark, ...proposedWords(suggestions));
    }),
  );
  const rest = withoutVerdict();
  const sums = [
    ...(plain > 0 ? [counted(says.approvedAsIs, plain)] : []),
    ...(rest > 0 ? [counted(says.withoutVerdict, rest)] : []),
    ...(told.some(({ suggestions }) => suggestions) ? [says.suggestions.note] : []),
  ];
  fill("without-verdict", sums.join(" "));
  const unread = rules.filter(({ use_case_id }) => !opened.includes(use_case_id));
  byId("check-unread").hidden = unread.length === 0;
  fill("unread", counted(says.unread, unread.length));
  byId("check-unread")
    .querySelector("ul")
    ?.replaceChildren(...unread.map(({ use_case_id }) => make("li", title(use_case_id))));
}
