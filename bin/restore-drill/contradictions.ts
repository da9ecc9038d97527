import { sameJson } from "#shared/domain/canonical-json.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { contentHash, type Rule } from "#shared/domain/frameworks/rule.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type DisclosedText, wrongWords } from "#shared/domain/reviews/words.ts";
import { mailContradictions } from "./courier.ts";
import { storedAs, type TableContents } from "./read-table.ts";
import { linkNumber } from "./stored-review.ts";

/** Statements of one item that another item, or its own hash, contradicts. */
export function contradictions(contents: TableContents): string[] {
  return [
    ...wrongHashes(contents).map((key) => `${key} does not match its own hash.`),
    ...wordContradictions(contents),
    ...linkContradictions(contents),
    ...mailContradictions(contents),
  ];
}

function wrongHashes(contents: TableContents): string[] {
  const live = storedAs(contents, "rule").map(({ key, item }) => {
    const { framework_id, rule, content_hash } = item.live as LiveRule;
    return { key, isSame: contentHash(framework_id, rule) === content_hash };
  });
  const wordings = storedAs(contents, "ruleContent").map(({ key, values, item }) => {
    const [framework, , hash] = values;
    return { key, isSame: contentHash(framework, item.content as Rule) === hash };
  });
  return [...live, ...wordings].flatMap(({ key, isSame }) => (isSame ? [] : [key]));
}

/** Counsel's words must be those that their row commits to. A row may explain that some were erased. */
const wordContradictions = ({ words, records }: TableContents): string[] =>
  words.flatMap(({ key, because, context }) => {
    const texts = (records.get(key)?.texts ?? []) as DisclosedText[];
    return wrongWords(context, texts).length === 0 ? [] : [`${key} is not what ${because} says.`];
  });

/** A signed link contains a part of the review's record, and a link's state is a copy of it. */
function linkContradictions(contents: TableContents): string[] {
  const compared = (key: string, { id }: ReviewRecord, same: (of: ReviewRecord) => unknown) => {
    const review = contents.reviews.get(id);
    return review === undefined || sameJson(review, same(review))
      ? []
      : [`${key} and the review ${id} are not the same.`];
  };
  return [
    ...storedAs(contents, "signedLink").flatMap(({ key, values: [, number], item }) => {
      const { review: said } = item.link as { review: ReviewRecord };
      // What the link stated before the request got more time no longer counts.
      const isOfPast = (review: ReviewRecord) => number !== `${linkNumber(review)}`;
      return compared(key, said, (review) => (isOfPast(review) ? review : { ...review, ...said }));
    }),
    ...storedAs(contents, "linkState").flatMap(({ key, item }) => {
      const said = item.review as ReviewRecord;
      return compared(key, said, () => said);
    }),
  ];
}
