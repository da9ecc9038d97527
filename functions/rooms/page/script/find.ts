import {
  compareRules,
  findRules,
  isAsked,
  type Question,
  rankOf,
  readQuestion,
} from "#shared/domain/evidence/question/question.ts";
import { type Review, type Room, type Rule, signerOf } from "./room.ts";

/** One rule, with those of its decisions that match what was typed. */
export interface Found {
  rule: Rule;
  /** Newest first; empty: nobody decided on it within the room. */
  reviews: readonly Review[];
}

export interface Answer {
  found: readonly Found[];
  /** The day found in the text, YYYY-MM-DD. */
  day: string | null;
  /** How the day limited the list: decisions `of` that day, or all decisions `by` then. */
  dayMeans: "of" | "by" | null;
}

/**
 * Finds what a room holds on a rule, an article, a name, a date, or several of these. A day on its own
 * asks for the decisions of that day in UTC, or, if there are none, for all up to then. With other
 * words, it asks for everything decided by then.
 * @param today YYYY-MM-DD
 */
export function findInRoom(room: Room, text: string, today: string): Answer {
  const question = readQuestion(text, today);
  const { day } = question;
  const asked = isAsked(question);
  const byDay = (matches: (decided: string) => boolean) => inPeriod(room.reviews, matches);
  if (day === null) {
    return { found: answers(room, question, room.reviews, asked), day, dayMeans: null };
  }
  const until = byDay((decided) => decided <= day);
  if (asked) return { found: answers(room, question, until, true), day, dayMeans: "by" };
  const ofDay = byDay((decided) => decided === day);
  return ofDay.length > 0
    ? { found: onlyDecided(room, ofDay), day, dayMeans: "of" }
    : { found: onlyDecided(room, until), day, dayMeans: "by" };
}

const inPeriod = (reviews: readonly Review[], matches: (day: string) => boolean) =>
  reviews.filter(({ decided_at }) => matches(decided_at.slice(0, 10)));

const keyOf = (frameworkId: string, useCaseId: string): string => `${frameworkId} ${useCaseId}`;

/** The reviews of each rule, newest first. */
function reviewsByRule(reviews: readonly Review[]): ReadonlyMap<string, Review[]> {
  const all = new Map<string, Review[]>();
  const newest = reviews.toSorted((a, b) => (a.decided_at < b.decided_at ? 1 : -1));
  for (const review of newest) {
    for (const id of review.rule_use_case_ids) {
      const key = keyOf(review.framework_id, id);
      const known = all.get(key);
      if (known === undefined) all.set(key, [review]);
      else known.push(review);
    }
  }
  return all;
}

const pairs = (rules: readonly Rule[], byRule: ReadonlyMap<string, readonly Review[]>): Found[] =>
  rules.map((rule) => ({
    rule,
    reviews: byRule.get(keyOf(rule.framework_id, rule.use_case_id)) ?? [],
  }));

const newestFirst = (a: Found, b: Found): number =>
  (a.reviews[0]?.decided_at ?? "") < (b.reviews[0]?.decided_at ?? "") ? 1 : -1;

const onlyDecided = (room: Room, reviews: readonly Review[]): Found[] =>
  pairs(room.rules, reviewsByRule(reviews))
    .filter((one) => one.reviews.length > 0)
    .sort(newestFirst);

function answers(room: Room, question: Question, reviews: readonly Review[], asked: boolean) {
  const byRule = reviewsByRule(reviews);
  if (!asked) {
    const all = pairs(room.rules, byRule);
    const decided = all.filter((one) => one.reviews.length > 0).sort(newestFirst);
    const others = all.filter((one) => one.reviews.length === 0);
    return [...decided, ...others.sort((a, b) => compareRules(a.rule, b.rule))];
  }
  const books = new Map(room.frameworks.map((book) => [book.id, book]));
  const bookOf = ({ framework_id: id }: Rule): readonly string[] => {
    const book = books.get(id);
    return [id, book?.display_name ?? "", book?.short_name ?? ""];
  };
  const ofRules = pairs(findRules(room.rules, question, bookOf), byRule);
  return ofRules.length > 0 ? ofRules : byCounsel(pairs(room.rules, byRule), question, bookOf);
}

/** The rules whose decisions match when no title, article or text does: "deep fakes Lex". */
function byCounsel(
  all: readonly Found[],
  question: Question,
  bookOf: (rule: Rule) => readonly string[],
): Found[] {
  return all
    .flatMap(({ rule, reviews }): Found[] => {
      const own = reviews.filter(
        (review) => rankOf(rule, question, [...bookOf(rule), ...namesOf(review)]) !== null,
      );
      return own.length > 0 ? [{ rule, reviews: own }] : [];
    })
    .sort(newestFirst);
}

const namesOf = (review: Review): (string | null | undefined)[] => {
  const { display_name, firm, bar_registration } = signerOf(review);
  return [display_name, firm, bar_registration, review.id];
};
