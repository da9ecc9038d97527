import type { AuditHead } from "#shared/domain/audit/row.ts";
import type { PanelFile } from "#shared/domain/evidence/panel-file.ts";
import type { ReviewValues } from "./fields.ts";
import { isApproval } from "./review.ts";
import { ruleOutcome, type Said } from "./rule-outcome.ts";
import type { Decision, OnReject, PanelResult, PanelStatus, ReviewStatus } from "./statuses.ts";

/** One counsel of a panel, with their own request (reviews-that-run, "Panels"). */
export interface PanelMember {
  counsel_id: string;
  review_id: string;
  status: ReviewStatus;
  /** ISO 8601 UTC; null unless decided. */
  decided_at: string | null;
  /** Until when their own request is open; left out while all members have the panel's end. */
  expires_at?: string;
  /** Counsel's name and firm at the time of their decision; absent before it. */
  name?: string;
  firm?: string | null;
}

/** The count of the members' outcomes for one rule, and the panel's outcome. */
export type RuleCount = PanelFile["panel"]["rules"][number];

/** One set of rules that several counsel review. Each rule needs `need` approvals of its own. */
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
  /** When its rules began to count; null while it is open, or if it was withdrawn before that. */
  decided_at: string | null;
  /** The latest end of its members' requests, of those too that have ended before (see `endsAt`). */
  expires_at: string;
  members: PanelMember[];
  /** How each rule stands, in the order of rule_use_case_ids; no outcome counts before the end. */
  rules: RuleCount[];
  /** The names that lists show, as for its members' requests. */
  called: ReviewValues["called"];
  /** The head of the chain that the panel's rows form. */
  audit_head: AuditHead;
  /** Counts every change, so that a write can name the state that it assumes. */
  revision: number;
}

/** The rules of a panel, and how it counts them. */
export type CountingRule = Pick<PanelRecord, "need" | "on_reject" | "rule_use_case_ids">;

/** The result of counting the members' decisions. */
interface Count {
  /** In the order of rule_use_case_ids. */
  rules: RuleCount[];
  /** null while a rule is open. */
  result: PanelResult | null;
}

/**
 * Counts a panel rule by rule (standing.md, section 3). A rule is approved once `need` members'
 * outcomes approve it. `ends`: the first refusal of an open rule refuses it. `outvoted`: a rule is
 * refused once it can no longer get the approvals that it needs and somebody refused it. A rule that
 * can no longer get them and that nobody refused is undecided. A decided rule stays decided, so the
 * order of the decisions does not matter. Among refusals and among approvals the stronger word wins:
 * `rejected` before `changes_requested`, `approved_with_changes` before `approved`.
 * @param members each with the status and verdicts of their request; a member whom the end of the panel
 * cancels still counts as pending
 */
export function countPanel(panel: CountingRule, members: readonly Said[]): Count {
  const open = members.filter(({ status }) => status === "pending").length;
  const rules = panel.rule_use_case_ids.map((use_case_id): RuleCount => {
    const said = members.flatMap((member) => ruleOutcome(member, use_case_id) ?? []);
    const approvals = said.filter(isApproval);
    const refusals = said.filter((outcome) => !isApproval(outcome));
    return {
      use_case_id,
      outcome: outcomeOf(panel, approvals, refusals, open),
      approvals: approvals.length,
      refusals: refusals.length,
    };
  });
  return { rules, result: resultOf(rules) };
}

function outcomeOf(
  panel: CountingRule,
  approvals: readonly Decision[],
  refusals: readonly Decision[],
  open: number,
): PanelResult | null {
  const said = { approvals: approvals.length, refusals: refusals.length };
  if (isOpenRule(panel, said, open)) return null;
  const isRefused = panel.on_reject === "ends" || said.approvals < panel.need;
  if (refusals.length > 0 && isRefused) return strongest(refusals);
  return said.approvals >= panel.need ? strongest(approvals) : "undecided";
}

/** Whether the members who have not decided can still change the outcome of a rule. */
const isOpenRule = (
  { need, on_reject }: Pick<CountingRule, "need" | "on_reject">,
  { approvals, refusals }: Pick<RuleCount, "approvals" | "refusals">,
  open: number,
): boolean =>
  approvals < need && approvals + open >= need && !(refusals > 0 && on_reject === "ends");

/** The combined result of a panel's rules; null while one of them is open. */
export function resultOf(rules: readonly RuleCount[]): PanelResult | null {
  const outcomes = rules.map(({ outcome }) => outcome);
  if (!outcomes.every((outcome) => outcome !== null)) return null;
  const approved = outcomes.filter(isApproval);
  if (approved.length === 0) return strongest(outcomes);
  return approved.length === outcomes.length ? strongest(approved) : "approved_with_changes";
}

const byStrength = ["rejected", "changes_requested", "approved_with_changes", "approved"] as const;

const strongest = (outcomes: readonly PanelResult[]): PanelResult =>
  byStrength.find((one) => outcomes.includes(one)) ?? "undecided";

/** A rule of a panel that has ended. */
export type EndedRule = RuleCount & { outcome: PanelResult };

/**
 * The rules of a panel that has ended. If it was withdrawn, rules that were decided before keep their
 * outcome, since cancelling must not undo a signed refusal. The others are undecided.
 */
export const asEnded = (rules: readonly RuleCount[]): EndedRule[] =>
  rules.map((rule) => ({ ...rule, outcome: rule.outcome ?? "undecided" }));

/** When the rules of a panel that ended at an instant began to count; null if none of them does. */
export const countsFrom = (
  { status, rules }: { status: PanelStatus; rules: readonly RuleCount[] },
  endedAt: string,
): string | null =>
  status === "cancelled" && rules.every(({ outcome }) => outcome === "undecided") ? null : endedAt;

/** The rules of a panel that goes on: no outcome counts yet. */
export const asOpen = (rules: readonly RuleCount[]): RuleCount[] =>
  rules.map((rule) => ({ ...rule, outcome: null }));

/** Until when a member's request is open; ISO 8601 UTC. */
export const endOfMember = (
  panel: Pick<PanelRecord, "expires_at">,
  member: Pick<PanelMember, "expires_at">,
): string => member.expires_at ?? panel.expires_at;

/** When the last expired request of a panel ended; null if none of them expired. */
export const lapsedIn = (
  panel: Pick<PanelRecord, "expires_at"> & {
    members: readonly Pick<PanelMember, "status" | "expires_at">[];
  },
): string | null =>
  panel.members
    .filter(({ status }) => status === "expired")
    .map((member) => endOfMember(panel, member))
    .sort()
    .at(-1) ?? null;

/**
 * When a panel ends if nothing else happens: with the last of the members who can still decide. For one
 * that has ended: when it did, by its own row.
 */
export const endsAt = (panel: PanelRecord): string =>
  isOpenPanel(panel)
    ? (panel.members
        .filter(({ status }) => status === "pending")
        .map((member) => endOfMember(panel, member))
        .sort()
        .at(-1) ?? panel.expires_at)
    : (panel.decided_at ?? panel.audit_head.at);

/**
 * The latest end of the requests of a panel's members, whether or not they have ended before.
 * @param asked as it was requested
 */
export const endOfPanel = (
  asked: { expires_at: string },
  members: readonly { expires_at: string }[],
): string =>
  [asked, ...members].reduce((end, one) => (one.expires_at > end ? one.expires_at : end), "");

/** Whether a member can still change the panel's result. */
export const isOpenPanel = ({ status }: Pick<PanelRecord, "status">): boolean => status === "open";
