import type { DisclosedText } from "#shared/domain/reviews/words.ts";
import { resourcePartition, textsOf, wordsOnly } from "./audit.ts";
import { queryAll } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Action, ifStill } from "./transact.ts";

/* Counsel's words beside the rows of a review request, to erase them. */

/** The words of one row. */
export interface KeptWords {
  key: Key;
  texts: readonly DisclosedText[];
}

/** The words of a request's rows, in the order of the rows; those that were erased are left out. */
export async function wordsOfReview(id: string): Promise<KeptWords[]> {
  const items = await queryAll({
    pk: resourcePartition("rule_review_request", id),
    prefix: wordsOnly,
  });
  return items.flatMap((item) => {
    const texts = textsOf(item) ?? [];
    const key = { pk: String(item.pk), sk: String(item.sk) };
    return texts.length === 0 ? [] : [{ key, texts }];
  });
}

/** Keeps some of a row's words only; belongs to the transaction with the row that says so. */
export const keepOnly = ({ key, texts }: KeptWords, kept: readonly DisclosedText[]): Action => ({
  Put: { Item: { ...key, texts: kept }, ...ifStill({ texts }) },
});
