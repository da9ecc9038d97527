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
  "rules.imported",
  "framework.updated",
  "discovery.run.completed",
  "connection.needs_reauthorization",
]);

/** Results of a panel; its other rows are no events. */
const panelActions =
  /^review_panel\.(?:approved|approved_with_changes|rejected|changes_requested|undecided|cancelled|requested)$/;

/** Whether a row is an event; nothing of the canary's is. */
export const isEvent = ({ action, context }: AuditRow): boolean =>
  (actions.has(action) || panelActions.test(action)) &&
  !(typeof context.framework_id === "string" && isCanaryFramework(context.framework_id));
