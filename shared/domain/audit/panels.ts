import * as z from "zod/mini";
import { onRejects, panelResults, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { type Activity, about, rowsOf, type Vocabulary } from "./row.ts";

/** A panel, as its rows repeat it (reviews-that-run, "Panels"). */
const panelRow = <T extends z.core.$ZodLooseShape>(activity: Activity, more: () => T) =>
  about("review_panel")(activity, () => ({ framework_id: z.string(), ...more() }));

const panelMembers = () =>
  z.array(z.strictObject({ counsel_id: z.string(), review_id: z.string() }));

/**
 * The end of a panel: the result of its members' decisions for each rule, and for each member the hash
 * of the row by which their request ended. `decided_at` is null for a panel that was withdrawn before
 * any rule was decided.
 */
const panelEnd = panelRow("update", () => ({
  need: z.int(),
  on_reject: z.enum(onRejects),
  decided_at: z.nullable(z.string()),
  members: z.array(
    z.strictObject({
      counsel_id: z.string(),
      review_id: z.string(),
      status: z.enum(reviewStatuses),
      decided_at: z.nullable(z.string()),
      row_hash: z.nullable(z.string()),
    }),
  ),
  rules: z.array(
    z.strictObject({
      use_case_id: z.string(),
      outcome: z.enum(panelResults),
      approvals: z.int(),
      refusals: z.int(),
    }),
  ),
}));

/** Review panels (reviews-that-run, "Panels"). */
export const panelActions = {
  "review_panel.requested": panelRow("create", () => ({
    rule_use_case_ids: z.array(z.string()),
    rule_version_hash: z.string(),
    need: z.int(),
    on_reject: z.enum(onRejects),
    expires_at: z.string(),
    requested_by_user_id: z.string(),
    /** The pinned content of each rule, in the order of the ids. */
    content_hashes: z.array(z.string()),
    members: panelMembers(),
  })),
  "review_panel.member_replaced": panelRow("update", () => ({
    /** The request that was passed on, and the one that replaced it. */
    from: z.strictObject({ counsel_id: z.string(), review_id: z.string() }),
    to: z.strictObject({ counsel_id: z.string(), review_id: z.string() }),
  })),
  "review_panel.approved": panelEnd,
  "review_panel.approved_with_changes": panelEnd,
  "review_panel.rejected": panelEnd,
  "review_panel.changes_requested": panelEnd,
  "review_panel.undecided": panelEnd,
  "review_panel.cancelled": panelEnd,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(panelActions);
