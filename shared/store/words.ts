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

/**
 * The rows of a request, in their order, and their words in the same order; words that were erased are
 * left out.
 */
export async function wordsOfReview(id: string): Promise<{ rows: AuditRow[]; kept: KeptWords[] }> {
  const items = await queryAll({ pk: resourcePartition("rule_review_request", id) });
  const words = new Map(items.filter(isWords).map((item) => [item.sk, textsOf(item) ?? []]));
  const all = items
    .filter((item) => !isWords(item))
    .map((item): KeptWords => {
      const key = wordsKey({ pk: String(item.pk), sk: String(item.sk) });
      return { key, texts: words.get(key.sk) ?? [], row: auditRowOf(item) };
    });
  return {
    rows: all.map(({ row }) => row),
    kept: all.filter(({ texts }) => texts.length > 0),
  };
}

/** Keeps only some of a row's words; belongs to the transaction with the row that says so. */
export const keepOnly = ({ key, texts }: KeptWords, kept: readonly DisclosedText[]): Action =>
  put({ ...key, texts: kept }, is({ texts }));
