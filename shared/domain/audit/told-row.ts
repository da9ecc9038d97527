import { textsIn, withCommitments, withWords } from "#shared/domain/reviews/words.ts";
import type { AuditRow } from "./row.ts";

/** The row as API answers show it, with salts and those of counsel's words that match. */
export function toldRow({ texts = [], ...row }: AuditRow): AuditRow {
  if (texts.length === 0) return row;
  const context = withWords(row.context, texts);
  const salts = Object.fromEntries(texts.map(({ path, salt }) => [path, salt]));
  const told = textsIn(context, salts).map(({ path, salt }) => [path, salt] as const);
  return { ...row, context, salts: Object.fromEntries(told) };
}

/** A row from an API answer, with commitments in its context again, as its hash covers it. */
export const committedRow = ({ salts = {}, ...row }: AuditRow): AuditRow => ({
  ...row,
  context: withCommitments(row.context, salts),
});
