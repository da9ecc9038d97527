import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { cut } from "#shared/domain/text/text.ts";
import type { CoverageRow } from "./coverage.ts";

/** How much of a title and of a citation an outline has, in UTF-16 units. */
const MOST_TITLE_SHOWN = 200;
const MOST_LABEL_SHOWN = 200;

/** A row of the drift report for tables and charts: what the rule is called instead of its texts. */
export interface OutlineRow
  extends Pick<
    CoverageRow,
    "use_case_id" | "status" | "in_force" | "review_id" | "panel_id" | "decided_at" | "objection"
  > {
  title: string;
  /** The label of its first citation, its own provision; null: it cites nothing. */
  citation: string | null;
  applies_from: string | null;
  applies_until: string | null;
  /** The event that decides whether its law applies. */
  event_id: string | null;
  /** The names of the fields changed since approval. */
  changed: string[];
  /** Whether Home counts it among the objections to resolve. */
  to_resolve: boolean;
}

/**
 * @param rule its content at the instant of the report
 * @param to_resolve whether counsel has something against it that nothing has settled
 */
export function outlineRow(row: CoverageRow, rule: Rule, to_resolve: boolean): OutlineRow {
  const own = rule.citations[0]?.label;
  return {
    use_case_id: row.use_case_id,
    title: cut(rule.title, MOST_TITLE_SHOWN),
    citation: own === undefined ? null : cut(own, MOST_LABEL_SHOWN),
    status: row.status,
    in_force: row.in_force,
    event_id: row.enforcement?.id ?? null,
    applies_from: rule.applies_from ?? null,
    applies_until: rule.applies_until ?? null,
    review_id: row.review_id,
    panel_id: row.panel_id,
    decided_at: row.decided_at,
    changed: row.changed_fields.map(({ field }) => field),
    to_resolve,
    ...(row.objection === undefined ? {} : { objection: row.objection }),
  };
}
