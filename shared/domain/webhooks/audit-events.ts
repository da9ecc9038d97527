import type { AuditRow } from "#shared/domain/audit/row.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";

/*
 * Which audit rows are events: the row's transaction also writes an event row that names it, from
 * which the courier makes the messages. Everything that webhooks tell of is told by a row, so a new
 * event is a line here and in `messagesOf`.
 */

const actions: ReadonlySet<string> = new Set([
  "rule_review.requested",
  "rule_review.approved",
  "rule_review.approved_with_changes",
  "rule_review.changes_requested",
  "rule_review.rejected",
  "rule_review.expired",
  "rule_review.cancelled",
  "review_panel.requested",
  "review_panel.approved",
  "review_panel.approved_with_changes",
  "review_panel.rejected",
  "review_panel.changes_requested",
  "review_panel.undecided",
  "rules.imported",
  "framework.updated",
  "discovery.run.completed",
  "connection.needs_reauthorization",
]);

/**
 * Whether a row is an event; nothing of the canary's is. What a panel's result ends, the panel's own
 * row tells: a transaction has no room for an event of each member.
 */
export const isEvent = ({ action, context }: Pick<AuditRow, "action" | "context">): boolean =>
  actions.has(action) &&
  context.reason !== "panel_decided" &&
  !(typeof context.framework_id === "string" && isCanaryFramework(context.framework_id));
