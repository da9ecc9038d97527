import type { AuditRow } from "#shared/domain/audit/row.ts";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { PLATFORM, type WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import { MAX_RULES_IN_MESSAGE } from "#shared/domain/webhooks/limits.ts";
import { getReview } from "#shared/store/reviews.ts";
import { deletionMessages, foundMessages } from "./artifact-messages.ts";

type Context = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** The rows of a request's decision. */
export const decided: ReadonlySet<string> = new Set([
  "rule_review.approved",
  "rule_review.approved_with_changes",
  "rule_review.changes_requested",
  "rule_review.rejected",
]);

/** The messages that an audit row causes, besides those about turned verdicts. */
export async function messagesOf(row: AuditRow): Promise<WebhookMessage[]> {
  const { action, context } = row;
  if (decided.has(action)) return [toPlatform(row, "rule_review.decided", await decisionOf(row))];
  if (action.startsWith("rule_review.")) return reviewMessages(row);
  if (action.startsWith("review_panel.")) return panelMessages(row);
  if (action === "rules.imported") return importMessages(row);
  if (action === "discovery.run.completed") {
    const { connection_id, run_id, status } = context;
    const data = { run_id, connection_id, status };
    return [toTenant(row, "discovery_run.completed", data), ...(await foundMessages(row))];
  }
  if (action === "connection.deleted") return deletionMessages(row);
  if (action === "connection.needs_reauthorization") {
    return [toTenant(row, action, { connection_id: context.connection_id })];
  }
  return [];
}

const toPlatform = (
  { created_at: timestamp }: AuditRow,
  type: WebhookMessage["type"],
  data: Context,
): WebhookMessage => ({ type, timestamp, data, audience: { owner: PLATFORM } });

const toTenant = (
  { created_at: timestamp, tenant_id }: AuditRow,
  type: WebhookMessage["type"],
  data: Context,
): WebhookMessage => ({ type, timestamp, data, audience: { owner: tenant_id ?? "" } });

/**
 * The shape that the first seed reserves, with the outcome of each rule, which may differ from the
 * decision, and with the panel, through which alone a member's decision counts.
 */
async function decisionOf({ resource_id, context, row_hash }: AuditRow): Promise<Context> {
  const review = await getReview(resource_id);
  const ids = texts(context.rule_use_case_ids);
  return {
    review_id: resource_id,
    framework_id: context.framework_id,
    decision: context.decision,
    decided_at: context.decided_at,
    rule_use_case_ids: ids,
    row_hash: row_hash ?? null,
    rule_outcomes: ids.map((id) => (review === null ? null : ruleOutcome(review, id))),
    panel_id: review?.panel_id ?? null,
  };
}

async function reviewMessages(row: AuditRow): Promise<WebhookMessage[]> {
  const review = await getReview(row.resource_id);
  if (review === null) return [];
  const { id: review_id, framework_id, rule_use_case_ids, expires_at } = review;
  const data = { review_id, framework_id, rule_use_case_ids, expires_at };
  return [toPlatform(row, row.action as WebhookMessage["type"], data)];
}

async function panelMessages(row: AuditRow): Promise<WebhookMessage[]> {
  const { context } = row;
  const decision = row.action.slice("review_panel.".length);
  if (!Array.isArray(context.rules)) return [];
  const data = {
    panel_id: row.resource_id,
    framework_id: context.framework_id ?? null,
    decision,
    decided_at: context.decided_at,
    rule_use_case_ids: panelRules(context),
    row_hash: row.row_hash ?? null,
    rule_outcomes: context.rules.map(({ outcome }: Context) => outcome),
  };
  // A panel that was withdrawn before any rule was decided has decided nothing.
  const decided =
    context.decided_at === null ? [] : [toPlatform(row, "review_panel.decided", data)];
  const ended = await Promise.all(membersOf(context).map((id) => memberEndedBy(row, id)));
  return [...decided, ...ended.flat()];
}

/** The rules that a panel's row is about. */
export const panelRules = ({ rules, rule_use_case_ids }: Context): string[] =>
  Array.isArray(rules)
    ? rules.map(({ use_case_id }: { use_case_id?: unknown }) => text(use_case_id))
    : texts(rule_use_case_ids);

const membersOf = ({ members }: Context): string[] =>
  (Array.isArray(members) ? members : []).map(({ review_id }: Context) => text(review_id));

/** The message about a member whose request was cancelled by the end of the panel. */
async function memberEndedBy(row: AuditRow, reviewId: string): Promise<WebhookMessage[]> {
  const review = await getReview(reviewId);
  const reason = review?.cancel_reason;
  if (review === null || (reason !== "panel_decided" && reason !== "panel_cancelled")) return [];
  const { id: review_id, framework_id, rule_use_case_ids, expires_at } = review;
  const data = { review_id, framework_id, rule_use_case_ids, expires_at };
  return [toPlatform(row, "rule_review.cancelled", data)];
}

function importMessages(row: AuditRow): WebhookMessage[] {
  const ids = [...texts(row.context.created), ...texts(row.context.updated)].sort();
  const framework_id = text(row.context.framework_id);
  const messages: WebhookMessage[] = [];
  for (let from = 0; from < ids.length; from += MAX_RULES_IN_MESSAGE) {
    const use_case_ids = ids.slice(from, from + MAX_RULES_IN_MESSAGE);
    messages.push(toPlatform(row, "rules.changed", { framework_id, use_case_ids }));
  }
  return messages;
}
