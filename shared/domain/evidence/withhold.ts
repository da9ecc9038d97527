import type { AuditRow } from "#shared/domain/audit/row.ts";
import { evidentOf } from "#shared/domain/reviews/fields.ts";
import type { BundleParts } from "./bundle.ts";

/** Whether answers contain counsel's words, or only the commitments in their rows. */
export const wordsShown = ["full", "withheld"] as const;
export type WordsShown = (typeof wordsShown)[number];

const withoutTexts = ({ texts: _, ...row }: AuditRow): AuditRow => row;

/** The same evidence, with or without counsel's texts: the commitments prove as much. */
export const withWordsAs = <E extends Pick<BundleParts, "record" | "rows" | "related">>(
  words: WordsShown,
  parts: E,
): E =>
  words === "full"
    ? parts
    : { ...withheld(parts), related: parts.related.map((one) => withheld(one)) };

const withheld = <P extends Pick<BundleParts, "record" | "rows">>(parts: P): P => ({
  ...parts,
  record: evidentOf(parts.record),
  rows: parts.rows.map(withoutTexts),
});
