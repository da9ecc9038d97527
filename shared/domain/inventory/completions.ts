import {
  annexRuleOf,
  biometricRuleOf,
  COLORADO,
  coveredRuleOf,
  domainRuleOf,
  EU_AI_ACT,
  practiceRuleOf,
} from "./fact-values.ts";
import type { FactName, FactValue } from "./facts.ts";
import type { Class, KnownFacts, Rules } from "./verdict.ts";

/*
 * Computes the class of a set of facts, and the possible classes while some facts are unknown. A class
 * depends on few properties of each fact (whether any listed practice applies, not which one), so all
 * completions are at most 3,072 combinations of these properties.
 */

/** What a value of a fact means for the class. */
interface Effect {
  isAi?: boolean;
  isProhibited?: boolean;
  isComponent?: boolean;
  isInAnnex?: boolean;
  isInDomain?: boolean;
  isDecisive?: boolean;
  isNarrow?: boolean;
  profiles?: boolean;
  /** Article 50 asks for something. */
  isTransparent?: boolean;
}

function classOf(effect: Effect): Class {
  if (!effect.isAi) return "not_ai";
  if (effect.isProhibited) return "prohibited";
  if (effect.isComponent) return "high_risk";
  if (effect.isInAnnex && (effect.profiles || !effect.isNarrow)) return "high_risk";
  if (effect.isInDomain && effect.isDecisive) return "high_risk";
  return effect.isTransparent ? "transparency" : "minimal";
}

const art50 = {
  talk: "art50.1.direct_interaction",
  mark: "art50.2.synthetic_content_marking",
  notice: "art50.3.emotion_or_biometric_categorisation_notice",
  fake: "art50.4.1.deep_fakes",
  text: "art50.4.2.public_interest_text",
} as const;

const ruleOfContent: Readonly<Record<string, string>> = {
  deep_fake: art50.fake,
  public_interest_text: art50.text,
};

type Meaning = (value: FactValue, rules: Rules) => Effect;

const some = (
  value: FactValue,
  ruleOf: ReadonlyMap<string, string>,
  framework: string,
  rules: Rules,
): boolean =>
  (Array.isArray(value) ? value : [value]).some((one) => {
    const id = ruleOf.get(String(one));
    return id !== undefined && rules.stands(framework, id);
  });

/** The effect of each fact that the class depends on. No gate reads the other facts. */
const meanings = {
  is_ai_system: (value) => ({ isAi: value === true }),
  practices: (value, rules) => ({ isProhibited: some(value, practiceRuleOf, EU_AI_ACT, rules) }),
  safety_component: (value, rules) => ({
    isComponent: value === "component" && rules.stands(EU_AI_ACT, "art6.1.safety_component"),
  }),
  area: (value, rules) => ({
    isInAnnex: some(value, annexRuleOf, EU_AI_ACT, rules),
    isInDomain: some(value, coveredRuleOf, COLORADO, rules),
  }),
  biometric: (value, rules) => ({
    isInAnnex: some(value, biometricRuleOf, EU_AI_ACT, rules),
    isTransparent:
      (value === "emotion" || value === "categorisation") && rules.stands(EU_AI_ACT, art50.notice),
  }),
  profiles: (value) => ({ profiles: value === true }),
  narrow_task: (value) => ({ isNarrow: value !== "none" }),
  decides: (value) => ({ isDecisive: value === "materially_influences" || value === "decides" }),
  interacts_with_people: (value, rules) => ({
    isTransparent: value === true && rules.stands(EU_AI_ACT, art50.talk),
  }),
  generates_content: (value, rules) => ({
    isTransparent:
      Array.isArray(value) &&
      value.some((kind) =>
        [art50.mark, ruleOfContent[kind] ?? art50.mark].some((id) => rules.stands(EU_AI_ACT, id)),
      ),
  }),
} as const satisfies Partial<Record<FactName, Meaning>>;

type Weighty = keyof typeof meanings;
const weighty = Object.keys(meanings) as Weighty[];

/** Values for an unknown fact. Together they have every effect that a value of it can have. */
const representatives: Readonly<Record<Weighty, () => readonly FactValue[]>> = {
  is_ai_system: () => [false, true],
  practices: () => [[], [...practiceRuleOf.keys()]],
  safety_component: () => ["none", "component"],
  // Each alone, and all together: any combination has the effect of one of these.
  area: () => {
    const areas = [...new Set([...annexRuleOf.keys(), ...domainRuleOf.keys()])];
    return [[], ...areas.map((one) => [one]), areas];
  },
  biometric: () => ["none", "identification", "categorisation", "emotion"],
  profiles: () => [false, true],
  narrow_task: () => ["none", "procedural"],
  decides: () => ["none", "decides"],
  interacts_with_people: () => [false, true],
  generates_content: () => [[], ["text"], ["deep_fake"], ["public_interest_text"]],
};

/** The distinct effects that a fact may have; there is only one if the fact is known. */
function effectsOf(name: Weighty, value: FactValue, rules: Rules): Effect[] {
  const meaning: Meaning = meanings[name];
  if (value !== null) return [meaning(value, rules)];
  const all = representatives[name]().map((one) => meaning(one, rules));
  return [...new Map(all.map((effect) => [JSON.stringify(effect), effect])).values()];
}

/** The class of every completion, and the facts on which it depends; see `weigh`. */
export function classInEveryCompletion(
  known: KnownFacts,
  rules: Rules,
): { found: Class; open: FactName[] } {
  if (known.is_ai_system === false) return { found: "not_ai", open: [] };
  // Without a book that has gates, no class can be given to an AI system.
  if (!rules.has(EU_AI_ACT) && !rules.has(COLORADO)) return { found: "unknown", open: [] };
  const choices = weighty.map((name) => effectsOf(name, known[name], rules));
  const key = JSON.stringify(choices);
  const remembered = weighed.get(key) ?? compare(choices);
  if (weighed.size >= MAX_REMEMBERED) weighed.clear();
  weighed.set(key, remembered);
  return { found: remembered.found, open: [...remembered.open] };
}

/** Artifacts resemble one another: among ten thousand there are few distinct sets of choices. */
const weighed = new Map<string, { found: Class; open: readonly FactName[] }>();
const MAX_REMEMBERED = 1000;

function compare(choices: readonly (readonly Effect[])[]): { found: Class; open: FactName[] } {
  const found = completions(choices);
  const [first = "unknown"] = found;
  if (found.every((one) => one === first)) return { found: first, open: [] };
  return { found: "unknown", open: weighty.filter((_, at) => decidesClass(found, choices, at)) };
}

/** The class of each combination; the last fact varies fastest. */
function completions(choices: readonly (readonly Effect[])[]): Class[] {
  let partial: Effect[] = [{}];
  for (const effects of choices) {
    partial = partial.flatMap((one) => effects.map((effect) => together(one, effect)));
  }
  return partial.map(classOf);
}

const together = (a: Effect, b: Effect): Effect => ({
  ...a,
  ...b,
  isInAnnex: a.isInAnnex || b.isInAnnex || false,
  isTransparent: a.isTransparent || b.isTransparent || false,
});

/** Whether two values of one fact give different classes while all other facts stay the same. */
function decidesClass(
  found: readonly Class[],
  choices: readonly (readonly Effect[])[],
  at: number,
): boolean {
  const size = choices[at]?.length ?? 1;
  const stride = choices.slice(at + 1).reduce((product, { length }) => product * length, 1);
  return found.some((one, index) => {
    const digit = Math.floor(index / stride) % size;
    return digit > 0 && found[index - digit * stride] !== one;
  });
}
