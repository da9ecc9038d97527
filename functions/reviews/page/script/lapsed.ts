import type { Lapsed } from "./api.ts";
import { byId, classed, make } from "./dom.ts";
import { fillNames } from "./facts.ts";
import { inDays } from "./format.ts";
import { exceptionsText } from "./outcomes.ts";
import { fillProvenance } from "./panel.ts";
import { preparePaper } from "./printing.ts";
import { renderReceipt } from "./receipt.ts";
import { ofRules, useRulesLanguage } from "./rules-language.ts";
import { counted, says } from "./says.ts";
import { fillQuestions } from "./signing-box.ts";
import { show } from "./steps.ts";

/** Shows the receipt of a decision whose link has since lapsed. */
export function showLapsed(lapsed: Lapsed): void {
  useRulesLanguage(lapsed.framework);
  fillNames(lapsed);
  fillProvenance(lapsed);
  // The wording may still be on the page, from before the link lapsed.
  if (document.querySelector("#rules article") === null) listTitles(lapsed);
  renderReceipt(lapsed, lapsed.decision, null);
  fillQuestions(lapsed.questions);
  preparePaper(lapsed);
  show("lapsed", whatYouDecided(lapsed));
}

/** Lists the rules by title, each with room for what counsel said about it. */
function listTitles({ rules }: Lapsed): void {
  const entries = rules.map(({ use_case_id, title }) => {
    const said = classed("div", "said");
    said.dataset.slot = "said";
    const heading = ofRules(make("h3", title));
    const entry = classed("article", "titled", heading, make("code", use_case_id), said);
    entry.id = `rule-${use_case_id}`;
    return entry;
  });
  byId("rules").append(...entries);
}

/** `You approved 10 rules on 25 November 2026`. */
function whatYouDecided(lapsed: Lapsed): string {
  const { rules, decision: decided } = lapsed;
  const { decision, decided_at } = decided;
  const on = inDays(decided_at.slice(0, 10));
  const left = exceptionsText(lapsed, decided);
  const said = says.youDecided[left?.rest ?? decision];
  const sentence = counted(said, rules.length - (left?.n ?? 0), { on });
  if (left === null) return sentence;
  return `${sentence}${counted(says.youObjected, left.n, { rules: left.rules })}`;
}
