import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { DisclosedText } from "#shared/domain/reviews/words.ts";
import { auditRowOf, isWords, resourcePartition, textsOf, wordsKey } from "./audit.ts";
import { is, put } from "./item.ts";
import { queryAll } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/* Reads and erases counsel's words beside the rows of a review request. */

/** The words of one row, and the row. */
export interface KeptWords {
  key: Key;
  texts: readonly DisclosedText[];
  row: AuditRow;
}

/** The words of a request's rows, in the order of the rows; those that were erased are left out. */
export async function wordsOfReview(id: string): Promise<KeptWords[]> {
  const items = await queryAll({ pk: resourcePartition("rule_review_request", id) });
  const words = new Map(items.filter(isWords).map((item) => [item.sk, textsOf(item) ?? []]));
  return items
    .filter((item) => !isWords(item))
    .flatMap((item) => {
      const key = wordsKey({ pk: String(item.pk), sk: String(item.sk) });
      const texts = words.get(key.sk) ?? [];
      return texts.length === 0 ? [] : [{ key, texts, row: auditRowOf(item) }];
    });
}

/** Keeps only some of a row's words; belongs to the transaction with the row that says so. */
export const keepOnly = ({ key, texts }: KeptWords, kept: readonly DisclosedText[]): Action =>
  put({ ...key, texts: kept }, is({ texts }));
