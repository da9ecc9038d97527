import { auditRow } from "#shared/domain/audit/panels.ts";
import { type AuditRow, chained, notBefore } from "#shared/domain/audit/row.ts";
import { type PanelMember, type PanelRecord, panelRuleOutcome } from "./panel.ts";
import { isDecided, type ReviewRecord } from "./review.ts";
import { outcomesOf } from "./rule-outcome.ts";
import type { Decision, PanelResult } from "./statuses.ts";

/*
 * The life of a panel: requested, then decided by a member's vote or by the end of the last one, or
 * cancelled. Its rows form a chain of their own; a vote that decides nothing moves no row, since the
 * member's own request has it.
 */

interface Moment {
  /** Of the audit row. */
  id: string;
  /** ISO 8601 UTC. */
  now: string;
}

export interface PanelTransition {
  after: PanelRecord;
  /** null: nothing to tell beyond the member's own row. */
  row: AuditRow | null;
}

type NewPanel = Omit<
  PanelRecord,
  "status" | "decided_at" | "created_at" | "audit_head" | "revision"
>;

/** A new panel, open. */
export function requestPanel(
  panel: NewPanel,
  { id, now }: Moment,
): PanelTransition & { row: AuditRow } {
  const { framework_id, rule_use_case_ids, rule_version_hash, need, on_reject } = panel;
  const { row, head } = chained(
    auditRow({
      action: "review_panel.requested",
      ...ofPanel(panel, panel.requested_by_user_id),
      context: {
        ...{ framework_id, rule_use_case_ids, rule_version_hash, need, on_reject },
        expires_at: panel.expires_at,
        requested_by_user_id: panel.requested_by_user_id,
        members: panel.members.map(placeOf),
      },
      id,
      at: now,
    }),
    null,
  );
  const fresh = { status: "open", decided_at: null, created_at: now } as const;
  return { after: { ...panel, ...fresh, audit_head: head, revision: 1 }, row };
}

/** The counsel who just decided, as the decision records them. */
export interface Voter {
  reviewId: string;
  display_name: string;
  firm: string | null;
}

/** The panel once these requests of its members stand as they do. */
export const withMembers = (
  panel: PanelRecord,
  moved: readonly ReviewRecord[],
  voter: Voter | null = null,
): PanelRecord => {
  const byId = new Map(moved.map((review) => [review.id, review]));
  return {
    ...panel,
    revision: panel.revision + 1,
    members: panel.members.map((member) => {
      const review = byId.get(member.review_id);
      if (review === undefined) return member;
      const named =
        voter?.reviewId === member.review_id ? { name: voter.display_name, firm: voter.firm } : {};
      return { ...member, ...named, status: review.status, decided_at: review.decided_at };
    }),
  };
};

/** A rule of a panel, and what the panel comes to for it. */
export interface RuleOfPanel {
  use_case_id: string;
  content_hash: string;
  outcome: PanelResult;
  /** The outcome, if a member gave the rule a verdict of its own; null: their decisions hold. */
  verdict: Decision | null;
  /** The newest request that says so, in a verdict of its own if there is one; null: none does. */
  review_id: string | null;
}

/** What a result means for each rule. */
function rulesOfPanel(
  panel: PanelRecord,
  result: PanelResult,
  members: readonly ReviewRecord[],
): RuleOfPanel[] {
  const said = members
    .filter(isDecided)
    .sort((a, b) => (a.decided_at < b.decided_at ? -1 : 1))
    .map((review) => outcomesOf(review).map((one) => ({ ...one, review_id: review.id })));
  return panel.rule_use_case_ids.map((use_case_id, i) => {
    const ofRule = said.flatMap((outcomes) => outcomes[i] ?? []);
    const outcome = panelRuleOutcome(
      panel.need,
      result,
      ofRule.map((one) => one.outcome),
    );
    const own = ofRule.findLast(({ verdict }) => verdict === outcome);
    const telling = own ?? ofRule.findLast((one) => one.outcome === outcome);
    return {
      use_case_id,
      content_hash: panel.pinned_hashes[i] as string,
      outcome,
      verdict: own && outcome !== "undecided" ? outcome : null,
      review_id: telling?.review_id ?? null,
    };
  });
}

/**
 * A panel with its result.
 * @param panel with its members as they are then
 * @param members their requests, the ended ones included
 */
export function concludePanel(
  panel: PanelRecord,
  result: PanelResult,
  members: readonly ReviewRecord[],
  { id, now }: Moment,
): PanelTransition & { row: AuditRow; rules: RuleOfPanel[] } {
  const { framework_id, need, on_reject } = panel;
  const decided_at = notBefore(panel.audit_head, now);
  const rules = rulesOfPanel(panel, result, members);
  const hashes = new Map(members.map((one) => [one.id, one.decision_row_hash]));
  const { row, head } = chained(
    auditRow({
      action: `review_panel.${result}`,
      ...ofPanel(panel, null),
      context: {
        ...{ framework_id, need, on_reject, decided_at },
        members: panel.members.map((member) => ({
          ...placeOf(member),
          status: member.status,
          decided_at: member.decided_at,
          row_hash: hashes.get(member.review_id) ?? null,
        })),
        rules: rules.map(({ use_case_id, outcome }) => ({ use_case_id, outcome })),
      },
      id,
      at: decided_at,
    }),
    panel.audit_head,
  );
  return { after: { ...panel, status: result, decided_at, audit_head: head }, row, rules };
}

/** A platform admin withdraws an open panel. */
export function withdrawPanel(
  panel: PanelRecord,
  { actorUserId, id, now }: Moment & { actorUserId: string },
): PanelTransition {
  const { row, head } = chained(
    auditRow({
      action: "review_panel.cancelled",
      ...ofPanel(panel, actorUserId),
      context: { framework_id: panel.framework_id, members: panel.members.map(placeOf) },
      id,
      at: now,
    }),
    panel.audit_head,
  );
  return { after: { ...panel, status: "cancelled", audit_head: head }, row };
}

/** A member passed their request on: the new request takes its place. */
export function replaceMember(
  panel: PanelRecord,
  from: ReviewRecord,
  to: ReviewRecord,
  { id, now }: Moment,
): PanelTransition {
  const place = ({ counsel_id, id: review_id }: ReviewRecord) => ({ counsel_id, review_id });
  const { row, head } = chained(
    auditRow({
      action: "review_panel.member_replaced",
      ...ofPanel(panel, null),
      context: { framework_id: panel.framework_id, from: place(from), to: place(to) },
      id,
      at: now,
    }),
    panel.audit_head,
  );
  const members = panel.members.map((member) =>
    member.review_id === from.id
      ? { ...place(to), status: to.status, decided_at: to.decided_at }
      : member,
  );
  return { after: { ...panel, members, audit_head: head, revision: panel.revision + 1 }, row };
}

const placeOf = ({ counsel_id, review_id }: PanelMember) => ({ counsel_id, review_id });

const ofPanel = ({ id }: { id: string }, actorUserId: string | null) => ({
  resourceId: id,
  tenantId: null,
  actorUserId,
});
