import type { AuditHead } from "#shared/domain/audit/row.ts";
import type { ReviewValues } from "./fields.ts";
import { isApproval, isPastExpiry, statusAt } from "./review.ts";
import type { Decision, OnReject, PanelResult, PanelStatus, ReviewStatus } from "./statuses.ts";

/** One counsel of a panel, with the request that is theirs (reviews-that-run, "Panels"). */
export interface PanelMember {
  counsel_id: string;
  review_id: string;
  status: ReviewStatus;
  /** ISO 8601 UTC; null unless decided. */
  decided_at: string | null;
  /** Counsel's name and firm as of their decision; absent before it. */
  name?: string;
  firm?: string | null;
}

/** The same rules, asked of several counsel: `need` approvals approve them. */
export interface PanelRecord {
  id: string;
  framework_id: string;
  rule_use_case_ids: string[];
  rule_version_hash: string;
  /** The pinned content of each rule, by content hash, in the order of rule_use_case_ids. */
  pinned_hashes: string[];
  need: number;
  on_reject: OnReject;
  status: PanelStatus;
  requested_by_user_id: string;
  created_at: string;
  decided_at: string | null;
  expires_at: string;
  members: PanelMember[];
  /** What lists call it, as its members' requests; older panels have none. */
  called: ReviewValues["called"];
  /** The head of the chain that the panel's rows form. */
  audit_head: AuditHead;
  /** Counts every change, so that a write can name the state that it assumes. */
  revision: number;
}

/** How a panel counts. */
export type CountingRule = Pick<PanelRecord, "need" | "on_reject">;

/**
 * What the members' answers come to; null while they may still come to something else.
 * `ends`: the first objection decides. Otherwise `need` approvals approve, with changes as soon as
 * one of them has changes; once they cannot be reached any more, an objection decides, and without
 * one the panel is undecided.
 */
export function panelResult(
  { need, on_reject }: CountingRule,
  statuses: readonly ReviewStatus[],
): PanelResult | null {
  const approvals = statuses.filter(isApproval);
  const objection = strongestObjection(statuses);
  if (on_reject === "ends" && objection !== null) return objection;
  if (approvals.length >= need) return approvalOf(approvals);
  const open = statuses.filter((status) => status === "pending").length;
  if (approvals.length + open >= need) return null;
  return objection ?? "undecided";
}

const approvalOf = (approvals: readonly ReviewStatus[]): PanelResult =>
  approvals.includes("approved_with_changes") ? "approved_with_changes" : "approved";

const strongestObjection = (
  statuses: readonly ReviewStatus[],
): "rejected" | "changes_requested" | null => {
  if (statuses.includes("rejected")) return "rejected";
  return statuses.includes("changes_requested") ? "changes_requested" : null;
};

/**
 * What a panel's result means for one rule: in an approving panel the rule itself needs the
 * approvals, otherwise the objection to it stands; in another one no rule is approved.
 * @param outcomes what each member who decided said of the rule
 */
export function panelRuleOutcome(
  need: number,
  result: PanelResult,
  outcomes: readonly Decision[],
): PanelResult {
  const objection = strongestObjection(outcomes);
  if (result === "undecided" || !isApproval(result)) return objection ?? result;
  const approvals = outcomes.filter(isApproval);
  return approvals.length >= need ? approvalOf(approvals) : (objection ?? "undecided");
}

/**
 * A panel by the clock: once it is past its expiry, its members' open requests have expired, and it
 * comes to what the daily job will record.
 * @param now ISO 8601 UTC
 */
export function panelAt(panel: PanelRecord, now: string): PanelRecord {
  if (!isOpenPanel(panel) || !isPastExpiry(panel, now)) return panel;
  const { expires_at } = panel;
  const members = panel.members.map((member) => ({
    ...member,
    status: statusAt({ status: member.status, expires_at }, now),
  }));
  const statuses = members.map(({ status }) => status);
  return { ...panel, members, status: panelResult(panel, statuses) ?? panel.status };
}

/** Whether a member can still change what the panel comes to. */
export const isOpenPanel = ({ status }: Pick<PanelRecord, "status">): boolean => status === "open";
