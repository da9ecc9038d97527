import type { Standing } from "#shared/domain/frameworks/enforcement.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { changedFields, type FieldChange } from "#shared/domain/frameworks/rule-diff.ts";
import { expiryDays } from "./limits.ts";
import type { ReviewRecord } from "./review.ts";
import {
  type Objection,
  openObjection,
  type RuleAnswers,
  type RuleStatus,
  ruleStatus,
  standingApproval,
} from "./rule-status.ts";

/** A rule as of the instant in question. */
export interface RuleThen {
  use_case_id: string;
  content_hash: string;
  rule: Rule;
}

export interface CoverageRow {
  use_case_id: string;
  status: RuleStatus;
  in_force: Standing["in_force"];
  enforcement: Standing["enforcement"];
  review_id: string | null;
  /** The panel that determines it; null: a request does. */
  panel_id: string | null;
  decided_at: string | null;
  changed_fields: FieldChange[];
  /** What counsel objected to, beside whatever the status is; left out if nothing. */
  objection?: Omit<Objection, "content_hash">;
}

/** What is open on a rule: a request, or a panel. */
export type OpenOn = { review_id: string; panel_id: null } | { review_id: null; panel_id: string };

/** A rule's status with the review that determines it, and the fields changed since approval. */
export function coverageRow(
  then: RuleThen,
  answers: RuleAnswers,
  open: OpenOn | null,
  approvedContent: Rule | null,
  { in_force, enforcement }: Standing,
): CoverageRow {
  const status = ruleStatus(then.content_hash, answers, open !== null);
  const objection = openObjection(answers);
  const answered =
    standingApproval(answers) ?? (status === "never_approved" ? answers.denied : null);
  return {
    use_case_id: then.use_case_id,
    status,
    in_force,
    enforcement,
    review_id: (status === "pending" ? open?.review_id : answered?.review_id) ?? null,
    panel_id: (status === "pending" ? open?.panel_id : answered?.panel_id) ?? null,
    decided_at: status === "pending" ? null : (answered?.decided_at ?? null),
    changed_fields:
      status === "approved_then_changed" && approvedContent !== null
        ? changedFields(approvedContent, then.rule)
        : [],
    ...(objection === null ? {} : { objection: shownObjection(objection) }),
  };
}

/** An objection as answers show it. */
export const shownObjection = ({ review_id, verdict, decided_at }: Objection) => ({
  review_id,
  verdict,
  decided_at,
});

/** How many rules have each status. */
export const totalsOf = (rows: readonly CoverageRow[]): Record<RuleStatus, number> =>
  countStatuses(rows.map(({ status }) => status));

/** How often each status occurs. */
export function countStatuses(statuses: readonly RuleStatus[]): Record<RuleStatus, number> {
  const totals = {
    approved_live: 0,
    approved_then_changed: 0,
    never_approved: 0,
    pending: 0,
    never_reviewed: 0,
  };
  for (const status of statuses) totals[status] += 1;
  return totals;
}

/** A request open at an instant was created within this time before it. */
export const LONGEST_REVIEW_MS = expiryDays.most * 24 * 3600 * 1000;

/** Whether a request was open at an instant, derived from its current state. */
export function wasOpenAt(record: ReviewRecord, at: string): boolean {
  if (record.created_at > at || record.expires_at < at) return false;
  if (record.status === "pending" || record.status === "expired") return true;
  const endedAt = record.decided_at ?? record.ended_at ?? record.audit_head.at;
  return endedAt > at;
}
