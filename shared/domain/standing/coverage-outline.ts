import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { cut } from "#shared/domain/text/text.ts";
import type { CoverageRow } from "./coverage.ts";

/** How much of a title and of a citation an outline has, in UTF-16 units. */
const MAX_TITLE_SHOWN = 200;
const MAX_LABEL_SHOWN = 200;

/**
 * A row of the drift report for tables and charts, with the rule's names instead of its texts.
 * @param rule its content at the instant of the report
 */
export function outlineRow({ enforcement, changed_fields, ...row }: CoverageRow, rule: Rule) {
  const own = rule.citations[0]?.label;
  return {
    ...row,
    title: cut(rule.title, MAX_TITLE_SHOWN),
    citation: own === undefined ? null : cut(own, MAX_LABEL_SHOWN),
    event_id: enforcement?.id ?? null,
    applies_from: rule.applies_from ?? null,
    applies_until: rule.applies_until ?? null,
    changed: changed_fields.map(({ field }) => field),
  };
}
