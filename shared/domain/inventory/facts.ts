import { charactersIn } from "#shared/domain/text/text.ts";
import { areas, type Option, practices } from "./fact-values.ts";

/** How a fact is answered: yes or no, one value of a list, any of a list, or in words. */
export const factKinds = ["boolean", "one", "any", "text"] as const;
type FactKind = (typeof factKinds)[number];

interface FactRow {
  kind: FactKind;
  /** The question as it is put to models and people. */
  question: string;
  options?: () => readonly Option[];
}

const options =
  (...all: Option[]) =>
  (): readonly Option[] =>
    all;

/** Everything that is asked about an artifact, in the order in which it is asked and shown. */
const facts = {
  is_ai_system: {
    kind: "boolean",
    question:
      "Is it an AI system or part of one: a machine-based system that infers from its input how to generate predictions, content, recommendations or decisions?",
  },
  purpose: { kind: "text", question: "What is it for?" },
  area: {
    kind: "any",
    question: "For which of these uses is it intended?",
    options: areas,
  },
  practices: {
    kind: "any",
    question: "Which of these practices does it serve?",
    options: practices,
  },
  subjects: {
    kind: "any",
    question: "Whom does it concern?",
    options: options(
      ["employees", "Employees"],
      ["applicants", "Applicants"],
      ["pupils", "Pupils and students"],
      ["patients", "Patients"],
      ["consumers", "Consumers"],
      ["citizens", "Citizens"],
      ["children", "Children"],
    ),
  },
  profiles: { kind: "boolean", question: "Does it perform profiling of natural persons?" },
  interacts_with_people: {
    kind: "boolean",
    question: "Does it interact directly with natural persons?",
  },
  generates_content: {
    kind: "any",
    question: "Which content does it generate or manipulate?",
    options: options(
      ["text", "Text"],
      ["image", "Images"],
      ["audio", "Audio"],
      ["video", "Video"],
      ["deep_fake", "Deep fakes"],
      ["public_interest_text", "Text published to inform the public on matters of its interest"],
    ),
  },
  decides: {
    kind: "one",
    question: "What part does it have in decisions about people?",
    options: options(
      ["none", "None"],
      ["assists", "It assists, without influence on the outcome"],
      ["materially_influences", "It materially influences the outcome"],
      ["decides", "It decides"],
    ),
  },
  biometric: {
    kind: "one",
    question: "What does it do with biometric data?",
    options: options(
      ["none", "Nothing"],
      ["verification", "Verify that a person is who they claim to be"],
      ["identification", "Identify persons remotely"],
      ["categorisation", "Categorise persons by sensitive or protected attributes"],
      ["emotion", "Recognise emotions"],
    ),
  },
  narrow_task: {
    kind: "one",
    question: "Is it intended only for one of these, without influence on the outcome?",
    options: options(
      ["none", "No"],
      ["procedural", "A narrow procedural task"],
      ["improves_result", "To improve the result of a completed human activity"],
      ["detects_patterns", "To detect deviations from earlier decision-making patterns"],
      ["preparatory", "A preparatory task to an assessment"],
    ),
  },
  safety_component: {
    kind: "one",
    question: "Is it a safety component of a product under Annex I, or such a product itself?",
    options: options(
      ["none", "No"],
      [
        "assistance",
        "It only assists users or optimises performance; its failure endangers nobody",
      ],
      ["component", "Yes: its failure endangers health or safety"],
    ),
  },
  role: {
    kind: "one",
    question: "What is the organisation in respect of it?",
    options: options(
      ["provider", "Its provider"],
      ["deployer", "Its deployer"],
      ["provider_by_change", "Its provider by substantial change, new name or new purpose"],
    ),
  },
  model_family: { kind: "text", question: "Which family of models is it built on?" },
} as const satisfies Record<string, FactRow>;

export type FactName = keyof typeof facts;
export const factNames = Object.keys(facts) as [FactName, ...FactName[]];

/** The value of a fact; null = unknown. `[]`, `none` and `false` are known: no. */
export type FactValue = boolean | string | readonly string[] | null;

export const factSources = ["extractor", "person"] as const;

/** One fact as it is known now, with its source. */
export interface Fact {
  value: FactValue;
  /** From 0 to 1, as the model stated it; only shown, never used to decide. */
  confidence: number | null;
  /** The words of the artifact from which the fact follows; null if a person answered. */
  quote: string | null;
  source: (typeof factSources)[number] | null;
}

export type Facts = Readonly<Record<FactName, Fact>>;

export const unknownFact: Fact = { value: null, confidence: null, quote: null, source: null };

/** Builds a value for each fact. */
export const eachFact = <T>(make: (name: FactName) => T): Record<FactName, T> =>
  Object.fromEntries(factNames.map((name) => [name, make(name)])) as Record<FactName, T>;

export const factRow = (name: FactName): FactRow => facts[name];

const valuesByFact = new Map<FactName, ReadonlySet<string>>();

/** The values that a fact of kind `one` or `any` may have. */
export function valuesOf(name: FactName): ReadonlySet<string> {
  const known = valuesByFact.get(name);
  if (known !== undefined) return known;
  const values = new Set((factRow(name).options?.() ?? []).map(([value]) => value));
  valuesByFact.set(name, values);
  return values;
}

/** The longest text of `purpose` and `model_family`, in characters. */
export const LONGEST_TEXT = 500;

/**
 * A value in the form in which it is stored: lists are distinct and in the order of the table. null if
 * the fact may not have this value; the fact is then unknown.
 */
export function admitted(name: FactName, value: unknown): FactValue {
  const { kind } = factRow(name);
  if (kind === "boolean") return typeof value === "boolean" ? value : null;
  if (kind === "text") {
    return typeof value === "string" && value.trim() !== "" && charactersIn(value) <= LONGEST_TEXT
      ? value.toWellFormed()
      : null;
  }
  const values = valuesOf(name);
  if (kind === "one") return typeof value === "string" && values.has(value) ? value : null;
  if (!Array.isArray(value) || !value.every((one) => values.has(one))) return null;
  return [...values].filter((one) => value.includes(one));
}

/** Whether two values say the same. */
export const sameValue = (a: FactValue, b: FactValue): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
