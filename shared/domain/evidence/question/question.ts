import { findDay } from "./day.ts";
import { comparePlaces, findPlace, liesWithin, type Place, placeOf } from "./place.ts";
import { fieldOf, rankOfWords, wordsIn } from "./words.ts";

/** The meaning of what somebody typed into a search field. */
export interface Question {
  /** The day that the text names, YYYY-MM-DD; null if it names none. */
  day: string | null;
  /** The possible readings of the place that it names; empty: it names none. */
  provisions: readonly Place[];
  /** The other words, folded: all of them have to be found. */
  words: readonly string[];
  /** The words plus those of the place, which may not be a place at all: "30 days". */
  allWords: readonly string[];
}

/** The fields of a rule that questions look at. */
export interface AskedRule {
  use_case_id: string;
  title: string;
  citations: readonly { label: string }[];
  customer_description_preview?: string | undefined;
  suggested_verdict_copy?: string | undefined;
}

/**
 * Reads a question: an article (`art50`, `50(2)`, `Art. 50`, `Annex III 1(a)`, `1705`), words of a
 * rule, a name, and a day somewhere in it.
 * @param today YYYY-MM-DD
 */
export function readQuestion(text: string, today: string): Question {
  const { day, rest } = findDay(text, today);
  const { readings, rest: others } = findPlace(rest);
  const words = wordsIn(others, readings.length > 0);
  return { day, provisions: readings, words, allWords: wordsIn(rest) };
}

/** Whether a question asks for anything but a day. */
export const isAsked = ({ provisions, words }: Question): boolean =>
  provisions.length > 0 || words.length > 0;

const anId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idsBeginning = /^[0-9a-f]{8}$/;

/** The id in a text, or its first eight characters, as screens print them; null: there is none. */
export function readId(text: string): string | null {
  const id = text.trim().toLowerCase();
  return anId.test(id) || idsBeginning.test(id) ? id : null;
}

type Texts = readonly (string | null | undefined)[];

/** How well texts contain every word of a question, the best texts first; null: not at all. */
export const rankOfNames = (
  { allWords }: Pick<Question, "allWords">,
  ...fields: readonly Texts[]
): number | null =>
  rankOfWords(
    allWords,
    fields.map((texts) => fieldOf(texts)),
  );

/** Whether every word of a question is in one of these texts, such as a name and a firm. */
export const namesAll = (question: Pick<Question, "allWords">, texts: Texts): boolean =>
  rankOfNames(question, texts) !== null;

/**
 * The items of a list that a text names, the best first; all of them, unsorted, if it names nothing.
 * @param textsOf what is shown of an item, the best field first
 */
export function findNamed<T>(
  all: readonly T[],
  text: string,
  textsOf: (one: T) => readonly Texts[],
): T[] {
  if (text.trim() === "") return [...all];
  const question = { allWords: wordsIn(text) };
  return all
    .flatMap((one) => {
      const rank = rankOfNames(question, ...textsOf(one));
      return rank === null ? [] : [{ one, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** More than the words of any question can cost. */
const ALSO_CITED = 1000;

/**
 * How well a rule answers a question; null: not at all. Its own place ranks before a place that it also
 * cites, and its title or id before its citations, its book's names and the words of its texts.
 * @param names of its book, its counsel and whatever else is shown with it
 */
export function rankOf(rule: AskedRule, question: Question, names: Texts = []): number | null {
  const { provisions, words } = question;
  const ofWords = rankOfWords(words, fieldsOf(rule, names));
  if (provisions.length === 0) return ofWords;
  const ofPlace = rankOfPlace(rule, provisions);
  if (ofPlace === null || (words.length > 0 && ofWords === null)) return null;
  return ofPlace + (ofWords ?? 0);
}

const fieldsOf = (rule: AskedRule, names: Texts) => [
  fieldOf([rule.title]),
  fieldOf([rule.use_case_id]),
  fieldOf(rule.citations.map(({ label }) => label)),
  fieldOf(names),
  fieldOf([rule.customer_description_preview], true),
  fieldOf([rule.suggested_verdict_copy], true),
];

function rankOfPlace(
  { use_case_id, citations }: AskedRule,
  provisions: readonly Place[],
): number | null {
  const isAsked = (place: Place | null): boolean =>
    place !== null && provisions.some((asked) => liesWithin(place, asked));
  const [own, ...others] = citations.map(({ label }) => placeOf(label));
  if (isAsked(own ?? null) || (own === undefined && isAsked(placeById(use_case_id)))) return 0;
  return others.some(isAsked) ? ALSO_CITED : null;
}

/** `art50.4.1.deep_fakes` is Article 50(4), first subparagraph. */
const placeById = (id: string): Place | null => {
  const [reading] = findPlace(id.replaceAll("_", " ")).readings;
  return reading ?? null;
};

/** A rule that answers a question; the lower its rank, the better. */
interface Ranked<R> {
  rule: R;
  rank: number;
}

/** The rules that answer a question, with ranks: the best first, then in the order of the law. */
export function rankRules<R extends AskedRule>(
  rules: readonly R[],
  question: Question,
  namesOf: (rule: R) => Texts = () => [],
): Ranked<R>[] {
  const found = rules.flatMap((rule): Ranked<R>[] => {
    const rank = rankOf(rule, question, namesOf(rule));
    return rank === null ? [] : [{ rule, rank }];
  });
  if (found.length > 0)
    return found.sort((a, b) => a.rank - b.rank || compareRules(a.rule, b.rule));
  const { provisions, words, allWords } = question;
  // No rule has what was read as a place, so it is read as words: "30 days".
  if (provisions.length === 0 || words.length === 0) return [];
  return rankRules(rules, { ...question, provisions: [], words: allWords }, namesOf);
}

/** The rules that answer a question, the best first. */
export const findRules = <R extends AskedRule>(
  rules: readonly R[],
  question: Question,
  namesOf?: (rule: R) => Texts,
): R[] => rankRules(rules, question, namesOf).map(({ rule }) => rule);

/** The rules that a text asks for, the best first; in their given order if it asks for nothing. */
export const findRulesBy = <R extends AskedRule>(
  rules: readonly R[],
  text: string,
  namesOf?: (rule: R) => Texts,
): R[] => (text.trim() === "" ? [...rules] : findRules(rules, readQuestion(text, ""), namesOf));

/** The order of the law, then of ids. */
export function compareRules(a: AskedRule, b: AskedRule): number {
  const [one, other] = [a, b].map(({ citations }) => placeOf(citations[0]?.label ?? ""));
  const byPlace = one && other ? comparePlaces(one, other) : 0;
  return byPlace || (a.use_case_id < b.use_case_id ? -1 : 1);
}
