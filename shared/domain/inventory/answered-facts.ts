import {
  admitted,
  eachFact,
  type FactName,
  type Facts,
  factNames,
  LONGEST_TEXT,
  unknownFact,
} from "./facts.ts";
import { isQuoted, LONGEST_QUOTE, type Quotable, quotableTexts } from "./quotes.ts";

/** One fact as a model answered it, bounded and not judged yet. */
interface Answered {
  value: boolean | string | string[] | null;
  confidence: number | null;
  quote: string | null;
}

/** A model's whole answer, without anything it said besides facts. */
export type AnsweredFacts = Readonly<Record<FactName, Answered>>;

/** One UTF-16 unit more than a text may have, so that a text that is too long remains too long. */
const LONGEST_VALUE = 2 * LONGEST_TEXT + 1;
const MAX_VALUES = 64;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/**
 * Reads a model's answer. Each fact has to be there as an object. A value of the wrong kind makes the
 * fact unknown, but not the answer wrong.
 */
export function readAnswer(
  answer: unknown,
): { ok: true; value: AnsweredFacts } | { ok: false; faults: string[] } {
  const given = fieldsOf(answer);
  if (given === null) return { ok: false, faults: ["The answer is not an object of facts."] };
  const faults = factNames
    .filter((name) => !Object.hasOwn(given, name) || fieldsOf(given[name]) === null)
    .map((name) => `${name}: must be an object with value, confidence and quote`);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, value: eachFact((name) => bounded(fieldsOf(given[name]) ?? {})) };
}

function bounded({ value, confidence, quote }: Fields): Answered {
  const isCertain = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  return {
    value: boundedValue(value),
    confidence: isCertain ? confidence : null,
    // One unit more than a quote may have, so that a quote that is too long remains too long.
    quote: typeof quote === "string" ? wellFormedStart(quote, LONGEST_QUOTE + 1) : null,
  };
}

function boundedValue(value: unknown): Answered["value"] {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return wellFormedStart(value, LONGEST_VALUE);
  if (!Array.isArray(value)) return null;
  if (value.length > MAX_VALUES || !value.every((one) => typeof one === "string")) return null;
  return value.map((one: string) => wellFormedStart(one, LONGEST_VALUE));
}

const wellFormedStart = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/**
 * The facts of an answer that count: a value that the fact may have, with a quote that occurs exactly
 * in the artifact. Everything else is unknown.
 */
export function factsIn(answer: AnsweredFacts, artifact: Quotable): Facts {
  const texts = quotableTexts(artifact);
  return eachFact((name) => {
    const { value, confidence, quote } = answer[name];
    const known = admitted(name, value);
    if (known === null || !isQuoted(quote, texts)) return unknownFact;
    return { value: known, confidence, quote, source: "extractor" };
  });
}

/** Whether the text that a fact was read from is still in the artifact. */
export const stillQuoted = (quote: string | null, artifact: Quotable): boolean =>
  isQuoted(quote, quotableTexts(artifact));
