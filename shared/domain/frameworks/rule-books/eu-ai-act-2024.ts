import { type GivenRule, type Rule, wordingOf } from "#shared/domain/frameworks/rule.ts";
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };

/** Rules of the book in use that Regulation (EU) 2026/1744 added. */
export const broughtIn2026 = [
  "art4.ai_literacy",
  "art4a.bias_detection_data",
  "art5.1.ba.non_consensual_intimate_material",
  "art5.1.bb.child_sexual_abuse_material",
  "art6.1.safety_component",
  "art6.4.registration",
];

/** The citations and the words that it added to rules that were there before. */
const citations = ["Article 113, third paragraph, point (c)(i)", "Article 111(4)"].map(
  (provision) => `Regulation (EU) 2024/1689, ${provision}`,
);
const transition =
  " The provider of a system that was placed on the market before 2 August 2026 has until 2 December 2026 to comply.";

/** A rule as it was before. Annex III uses were then to begin with most of the Act. */
const asOf2024 = ({ amended_by, ...rule }: Rule): Rule => ({
  ...rule,
  citations: rule.citations.filter(({ label }) => !citations.includes(label)),
  suggested_verdict_copy: rule.suggested_verdict_copy.replace(transition, ""),
  applies_from: rule.applies_from === "2027-12-02" ? "2026-08-02" : rule.applies_from,
});

/** The European book for the Act as first published: the book in use, with later changes undone. */
export const euAiAct2024 = {
  framework_id: euAiAct.framework_id,
  display_name: "EU Artificial Intelligence Act, Regulation (EU) 2024/1689 as published in 2024",
  jurisdiction: euAiAct.jurisdiction,
  source_url: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
  rules: (euAiAct.rules as readonly GivenRule[])
    .filter(({ use_case_id }) => !broughtIn2026.includes(use_case_id))
    .map((rule) => asOf2024(wordingOf(rule))),
};
