import { findDay } from "./day.ts";
import { comparePlaces, findPlace, liesWithin, type Place, placeOf } from "./place.ts";

/** What somebody typed into the one field of evidence, understood. */
export interface Question {
  /** The day that the text names, YYYY-MM-DD; null if it names none. */
  day: string | null;
  /** The ways to read the place that it names; none: it names none. */
  provisions: readonly Place[];
  /** The other words, folded: all of them have to be found. */
  words: readonly string[];
}

/** A rule, as far as questions look at it. */
export interface AskedRule {
  use_case_id: string;
  title: string;
  citations: readonly { label: string }[];
}

const MOST_WORDS = 12;

/** Words that people put around a question, and that name nothing. */
const empty = new Set(["who", "approved", "and", "when", "the", "of", "rule", "on", "was", "what"]);

/** Text for comparing: lower case, without accents. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ß", "ss");

/**
 * Reads a question: an article (`art50`, `50(2)`, `Art. 50`, `Annex III 1(a)`), a title, a name, and
 * a day somewhere in it.
 * @param today YYYY-MM-DD
 */
export function readQuestion(text: string, today: string): Question {
  const { day, rest } = findDay(text, today);
  const { readings, rest: others } = findPlace(rest);
  const all: readonly string[] =
    folded(others).match(/[\p{L}\p{N}_](?:[.@'-]?[\p{L}\p{N}_])*/gu) ?? [];
  const telling = all.filter((word) => !empty.has(word));
  const words = (telling.length > 0 || readings.length > 0 ? telling : all).slice(0, MOST_WORDS);
  return { day, provisions: readings, words };
}

/** Whether a question asks for anything but a day. */
export const isAsked = ({ provisions, words }: Question): boolean =>
  provisions.length > 0 || words.length > 0;

/** Whether every word of a question is in one of these texts, such as a name and a firm. */
export const namesAll = (
  { words }: Pick<Question, "words">,
  texts: readonly (string | null | undefined)[],
): boolean => {
  const whole = folded(texts.filter(Boolean).join(" "));
  return words.length > 0 && words.every((word) => whole.includes(word));
};

/**
 * How well a rule answers a question: 0 its own place, 1 its title or id, 2 a place that it
 * also cites; null: not at all.
 */
export function rankOf(rule: AskedRule, { provisions, words }: Question): number | null {
  const { use_case_id, title, citations } = rule;
  if (provisions.length === 0 && words.length === 0) return null;
  const inText = namesAll({ words }, [title, use_case_id]);
  if (provisions.length === 0) {
    if (inText) return 1;
    return namesAll({ words }, [title, use_case_id, ...citations.map(({ label }) => label)])
      ? 2
      : null;
  }
  if (words.length > 0 && !inText) return null;
  const isAsked = (place: Place | null): boolean =>
    place !== null && provisions.some((asked) => liesWithin(place, asked));
  const [own, ...others] = citations.map(({ label }) => placeOf(label));
  if (isAsked(own ?? null) || (own === undefined && isAsked(placeById(use_case_id)))) return 0;
  return others.some(isAsked) ? 2 : null;
}

/** `art50.4.1.deep_fakes` is Article 50(4), first subparagraph. */
const placeById = (id: string): Place | null => {
  const [reading] = findPlace(id.replaceAll("_", " ")).readings;
  return reading ?? null;
};

/** The rules that answer a question, the best first, then in the order of the law. */
export function findRules<R extends AskedRule>(rules: readonly R[], question: Question): R[] {
  return rules
    .flatMap((rule) => {
      const rank = rankOf(rule, question);
      return rank === null ? [] : [{ rule, rank }];
    })
    .sort((a, b) => a.rank - b.rank || compareRules(a.rule, b.rule))
    .map(({ rule }) => rule);
}

/** The order of the law, then of ids. */
export function compareRules(a: AskedRule, b: AskedRule): number {
  const [one, other] = [a, b].map(({ citations }) => placeOf(citations[0]?.label ?? ""));
  const byPlace = one && other ? comparePlaces(one, other) : 0;
  return byPlace || (a.use_case_id < b.use_case_id ? -1 : 1);
}
