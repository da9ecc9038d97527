import type { AuditRow } from "#shared/domain/audit/row.ts";
import { getReview } from "#shared/store/reviews.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import type { BookChange } from "./judge-flips.ts";
import { decided, panelRules } from "./messages-of.ts";

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** The rules whose verdicts a row may have turned; null: none. */
export async function bookChangeOf(row: AuditRow): Promise<BookChange | null> {
  const { action, context, created_at: at } = row;
  const framework_id = context.framework_id;
  if (typeof framework_id !== "string") return null;
  if (action === "rules.imported") {
    const use_case_ids = [...texts(context.created), ...texts(context.updated)];
    return { framework_id, use_case_ids, at };
  }
  if (action === "framework.updated") {
    // A book that is superseded, or current again, turns the verdict on each of its approved rules.
    const rules = await allLiveRules(framework_id);
    return { framework_id, use_case_ids: rules.map(({ rule }) => rule.use_case_id), at };
  }
  if (decided.has(action)) {
    const review = await getReview(row.resource_id);
    // A member's decision counts only through the panel, so the panel's own row tells of it.
    if (review === null || review.panel_id !== null) return null;
    return { framework_id, use_case_ids: review.rule_use_case_ids, at };
  }
  if (action.startsWith("review_panel.") && context.decided_at != null) {
    return { framework_id, use_case_ids: panelRules(context), at };
  }
  return null;
}
