import { classInEveryCompletion } from "./completions.ts";
import {
  annexRuleOf,
  biometricRuleOf,
  COLORADO,
  coveredRuleOf,
  EU_AI_ACT,
  practiceRuleOf,
} from "./fact-values.ts";
import { type FactName, type FactValue, factRow } from "./facts.ts";
import type { Class, KnownFacts, Reason, Rules } from "./verdict.ts";

/** Changes whenever the gates decide differently. Each classification's row records it. */
export const GATES_VERSION = "2026-11-24";

export interface Weighed {
  class: Class;
  reasons: readonly Reason[];
  open_questions: readonly { fact: FactName; question: string }[];
}

/**
 * Derives a class from facts, by the gates of the current rule books (docs/inventory.md). Pure: the
 * same facts and books give the same answer, and confidence and texts are not read. The class is the
 * one that every completion of the unknown facts gives, else `unknown`. A fact is open if two of its
 * values give different classes for some values of the other unknown facts.
 */
export function weigh(facts: KnownFacts, rules: Rules): Weighed {
  const { found, open } = classInEveryCompletion(facts, rules);
  return {
    class: found,
    reasons: facts.is_ai_system === true ? reasonsOf(facts, rules) : [],
    open_questions: open.map((fact) => ({ fact, question: factRow(fact).question })),
  };
}

/** Every gate that the known facts open, whatever the unknown ones turn out to be. */
function reasonsOf(facts: KnownFacts, rules: Rules): Reason[] {
  return [
    ...eachRule(EU_AI_ACT, "5", ["practices"], listed(facts.practices, practiceRuleOf), rules),
    ...safetyReasons(facts, rules),
    ...annexReasons(facts, rules),
    ...(facts.role === "provider_by_change" && rules.has(EU_AI_ACT)
      ? [{ rule: null, gate: "25", facts: ["role"] } satisfies Reason]
      : []),
    ...transparencyReasons(facts, rules),
    ...consequentialReasons(facts, rules),
  ];
}

const safetyReasons = (facts: KnownFacts, rules: Rules): Reason[] =>
  facts.safety_component === "component"
    ? eachRule(EU_AI_ACT, "6(1)", ["safety_component"], ["art6.1.safety_component"], rules)
    : [];

const narrowGates: Readonly<Record<string, Reason["gate"]>> = {
  procedural: "6(3)(a)",
  improves_result: "6(3)(b)",
  detects_patterns: "6(3)(c)",
  preparatory: "6(3)(d)",
};

/** Article 6(2), and Article 6(3) where it lifts or confirms the result of 6(2). */
function annexReasons(facts: KnownFacts, rules: Rules): Reason[] {
  const { profiles, narrow_task, area, biometric } = facts;
  const sources = [
    { from: "biometric" as const, ids: listed(biometric, biometricRuleOf) },
    { from: "area" as const, ids: listed(area, annexRuleOf) },
  ];
  return sources.flatMap(({ from, ids }) => {
    if (profiles === true) {
      return [
        ...eachRule(EU_AI_ACT, "6(2)", [from], ids, rules),
        ...eachRule(EU_AI_ACT, "6(3) profiling", [from, "profiles"], ids, rules),
      ];
    }
    if (narrow_task === "none") return eachRule(EU_AI_ACT, "6(2)", [from], ids, rules);
    const gate = narrowGates[String(narrow_task)];
    if (gate === undefined || profiles === null) return [];
    return eachRule(EU_AI_ACT, gate, [from, "narrow_task", "profiles"], ids, rules);
  });
}

/** Article 50. */
function transparencyReasons(facts: KnownFacts, rules: Rules): Reason[] {
  const { interacts_with_people, generates_content, biometric } = facts;
  const generated = Array.isArray(generates_content) ? generates_content : [];
  const when = (isSo: boolean, fact: FactName, id: string): Reason[] =>
    isSo ? eachRule(EU_AI_ACT, "50", [fact], [id], rules) : [];
  return [
    ...when(interacts_with_people === true, "interacts_with_people", "art50.1.direct_interaction"),
    ...when(generated.length > 0, "generates_content", "art50.2.synthetic_content_marking"),
    ...when(
      biometric === "emotion" || biometric === "categorisation",
      "biometric",
      "art50.3.emotion_or_biometric_categorisation_notice",
    ),
    ...when(generated.includes("deep_fake"), "generates_content", "art50.4.1.deep_fakes"),
    ...when(
      generated.includes("public_interest_text"),
      "generates_content",
      "art50.4.2.public_interest_text",
    ),
  ];
}

/** Colorado: a covered domain, or a use within one, and at least material influence on the decision. */
function consequentialReasons({ area, decides }: KnownFacts, rules: Rules): Reason[] {
  if (decides !== "materially_influences" && decides !== "decides") return [];
  const domains = [...new Set(listed(area, coveredRuleOf))];
  return eachRule(COLORADO, "co.consequential", ["area", "decides"], domains, rules);
}

const listed = (value: FactValue, ruleOf: ReadonlyMap<string, string>): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => ruleOf.get(String(one)) ?? []);

const eachRule = (
  framework_id: string,
  gate: Reason["gate"],
  facts: readonly FactName[],
  ids: readonly string[],
  rules: Rules,
): Reason[] =>
  ids
    .filter((use_case_id) => rules.stands(framework_id, use_case_id))
    .map((use_case_id) => ({ rule: { framework_id, use_case_id }, gate, facts }));
