import { textsIn, withCommitments, withWords } from "#shared/domain/reviews/words.ts";
import type { AuditRow } from "./row.ts";

/** The row as answers show it: counsel's words in its context, as far as they match, with salts. */
export function toldRow({ texts = [], ...row }: AuditRow): AuditRow {
  if (texts.length === 0) return row;
  const context = withWords(row.context, texts);
  const salts = Object.fromEntries(texts.map(({ path, salt }) => [path, salt]));
  const told = textsIn(context, salts).map(({ path, salt }) => [path, salt] as const);
  return { ...row, context, salts: Object.fromEntries(told) };
}

/** A row as an answer showed it, with commitments in its context again: what its hash is over. */
export const committedRow = ({ salts = {}, ...row }: AuditRow): AuditRow => ({
  ...row,
  context: withCommitments(row.context, salts),
});
