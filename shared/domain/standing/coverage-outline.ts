import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { cut } from "#shared/domain/text/text.ts";
import type { CoverageRow } from "./coverage.ts";

/** How much of a title and of a citation an outline has, in UTF-16 units. */
const MOST_TITLE_SHOWN = 200;
const MOST_LABEL_SHOWN = 200;

/** A row of the drift report for tables and charts, with the rule's names instead of its texts. */
export interface OutlineRow extends Omit<CoverageRow, "enforcement" | "changed_fields"> {
  title: string;
  /** The label of its first citation, its own provision; null: it cites nothing. */
  citation: string | null;
  applies_from: string | null;
  applies_until: string | null;
  /** The event that decides whether its law applies. */
  event_id: string | null;
  /** The names of the fields changed since approval. */
  changed: string[];
}

/** @param rule its content at the instant of the report */
export function outlineRow(
  { enforcement, changed_fields, ...row }: CoverageRow,
  rule: Rule,
): OutlineRow {
  const own = rule.citations[0]?.label;
  return {
    ...row,
    title: cut(rule.title, MOST_TITLE_SHOWN),
    citation: own === undefined ? null : cut(own, MOST_LABEL_SHOWN),
    event_id: enforcement?.id ?? null,
    applies_from: rule.applies_from ?? null,
    applies_until: rule.applies_until ?? null,
    changed: changed_fields.map(({ field }) => field),
  };
}
