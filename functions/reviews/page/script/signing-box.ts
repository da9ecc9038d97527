import type { Lapsed, Question, Review } from "./api.ts";
import { byId, classed, fill, fillOptional, make, unfold } from "./dom.ts";
import { namesIn } from "./outcomes.ts";
import { questionsAsked } from "./questions.ts";
import { ofRules } from "./rules-language.ts";
import { counted, says } from "./says.ts";
import { textOf } from "./words.ts";

/** Says what a signature covers: each rule with its wording's hash, who signs, and which language counts. */
export function fillSigned(review: Review | Lapsed): void {
  const { rules, rule_hashes, counsel, framework } = review;
  const names = namesIn(review);
  const hashes = new Map(rule_hashes.map((one) => [one.use_case_id, one.content_hash]));
  for (const place of document.querySelectorAll("ol.wordings")) {
    place.replaceChildren(
      ...rules.map(({ use_case_id, title }) => {
        const name = names.get(use_case_id) ?? title;
        const shown = name.includes(title) ? name : `${name}: ${title}`;
        const hash = classed("code", "soft", hashes.get(use_case_id) ?? "");
        return make("li", ofRules(make("span", shown)), make("br"), hash);
      }),
    );
  }
  const { firm, jurisdiction, bar_registration } = counsel;
  const details = [firm, jurisdiction, bar_registration].filter((one) => one !== null);
  fill("counsel-details", details.join(" · "));
  const language = new Intl.DisplayNames([says.language], { type: "language" });
  fill("binds", language.of(framework.lang ?? "en") ?? "");
}

/** Shows how many questions counsel asked, and which of them have no answer. */
export function fillQuestions(asked: readonly Question[] = questionsAsked()): void {
  const open = asked.filter(({ answer }) => answer === null);
  const texts = [
    asked.length === 0 ? says.none : counted(says.questionsAsked, asked.length),
    ...(open.length === 0 ? [] : [counted(says.questionsOpen, open.length)]),
    ...open.map(({ text }) => `– ${textOf(text)}`),
  ];
  fillOptional("questions", texts.join("\n"));
}

/** Leads from a mistake in the check to a question about it. @param back leads to the form */
export function wireSomethingWrong(back: () => void): void {
  byId("something-wrong").addEventListener("click", () => {
    back();
    unfold(byId("question"));
    byId("question-text").focus();
  });
}
