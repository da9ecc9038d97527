import type { Lapsed, Review } from "./api.ts";
import { classed, fill, make } from "./dom.ts";
import { namesIn } from "./outcomes.ts";
import { ofRules } from "./rules-language.ts";
import { says } from "./says.ts";

/** Says what a signature covers: each rule with its wording's hash, who signs, and which language counts. */
export function fillSigned(review: Review | Lapsed): void {
  const { rules, rule_hashes, counsel, framework } = review;
  const names = namesIn(review);
  const hashes = new Map(rule_hashes.map((one) => [one.use_case_id, one.content_hash]));
  for (const place of document.querySelectorAll("ol.wordings")) {
    place.replaceChildren(
      ...rules.map(({ use_case_id, title }) => {
        const name = names.get(use_case_id) ?? title;
        const shown = name === title ? title : `${name}: ${title}`;
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
