import { lawful } from "#shared/domain/audit/life.ts";
import { auditRow } from "#shared/domain/audit/panels.ts";
import { type AuditRow, chained, notBefore } from "#shared/domain/audit/row.ts";
import {
  asEnded,
  countsFrom,
  type EndedRule,
  endOfMember,
  type PanelMember,
  type PanelRecord,
  type RuleCount,
} from "./panel.ts";
import { panelStep } from "./panel-life.ts";
import { type DecidedReview, isDecided, type ReviewRecord } from "./review.ts";
import { outcomesOf } from "./rule-outcome.ts";
import type { PanelResult } from "./statuses.ts";

/*
 * The life of a panel. It is requested, then ended by the decision that leaves none of its rules open,
 * by the end of its last member, or by an admin who withdraws it. Its rows form a chain of their own. A
 * decision that does not end the panel adds no row to it, since the member's own request has one. Only
 * panel-life.ts decides whether a row may be written, and how it changes the panel.
 */

interface Moment {
  /** Id of the audit row. */
  id: string;
  /** ISO 8601 UTC. */
  now: string;
}

export interface PanelTransition {
  after: PanelRecord;
  /** null: the member's own row records everything. */
  row: AuditRow | null;
}

type NewPanel = Omit<
  PanelRecord,
  "status" | "rules" | "decided_at" | "created_at" | "audit_head" | "revision"
>;

/** A new, open panel. */
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
        content_hashes: panel.pinned_hashes,
        members: panel.members.map(placeOf),
      },
      id,
      at: now,
    }),
    null,
  );
  const { status, rules, decided_at } = lawful(panelStep, null, row);
  const fresh = { status, rules, decided_at, created_at: now };
  return { after: { ...panel, ...fresh, audit_head: head, revision: 1 }, row };
}

/** The counsel who just decided, as the decision records them. */
export interface Voter {
  reviewId: string;
  display_name: string;
  firm: string | null;
}

/** The panel after these requests of its members changed. */
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

/** The panel after a member got more time. It ends with the latest of its members. */
export function withMoreTime(panel: PanelRecord, { id, expires_at }: ReviewRecord): PanelRecord {
  const members = panel.members.map((member) => ({
    ...member,
    expires_at: member.review_id === id ? expires_at : endOfMember(panel, member),
  }));
  const end = panel.expires_at > expires_at ? panel.expires_at : expires_at;
  return { ...panel, members, expires_at: end, revision: panel.revision + 1 };
}

/** A rule of a panel that has ended, with the panel's outcome for it. */
export interface RuleOfPanel extends EndedRule {
  content_hash: string;
  /** The newest request whose outcome for the rule is also the panel's; null if there is none. */
  review_id: string | null;
}

/** A member's request, and the hash of the row that ended it; null while it is pending. */
export interface Member {
  record: ReviewRecord;
  final: string | null;
}

/** How a panel ends: its members' decisions come to a result, or an admin withdraws it. */
export type PanelEnd = { members: readonly Member[]; rules: readonly RuleCount[] } & (
  | { result: PanelResult; actorUserId: null }
  | { result: "cancelled"; actorUserId: string }
);

/**
 * A panel that has ended, with its outcome for each rule.
 * @param panel with its members as they are after the end
 * @param end `rules`: as counted before the end cancelled the members still pending; `members`: all
 * requests, as they are after the end
 */
export function concludePanel(
  panel: PanelRecord,
  { result, actorUserId, rules: counted, members }: PanelEnd,
  { id, now }: Moment,
): PanelTransition & { row: AuditRow; rules: RuleOfPanel[] } {
  const { framework_id, need, on_reject } = panel;
  const at = notBefore(panel.audit_head, now);
  const rules = asEnded(counted);
  const decided_at = countsFrom({ status: result, rules }, at);
  const finals = new Map(members.map(({ record, final }) => [record.id, final]));
  const { row, head } = chained(
    auditRow({
      action: `review_panel.${result}`,
      ...ofPanel(panel, actorUserId),
      context: {
        ...{ framework_id, need, on_reject, decided_at },
        members: panel.members.map((member) => ({
          ...placeOf(member),
          status: member.status,
          decided_at: member.decided_at,
          row_hash: finals.get(member.review_id) ?? null,
        })),
        rules,
      },
      id,
      at,
    }),
    panel.audit_head,
  );
  const { status } = lawful(panelStep, panel, row);
  const after = { ...panel, status, rules, decided_at, audit_head: head };
  const records = members.map(({ record }) => record);
  return { after, row, rules: rulesOfPanel(after, rules, records) };
}

/** The decisions of members, oldest first. */
export const decisionsIn = (members: readonly ReviewRecord[]): DecidedReview[] =>
  members.filter(isDecided).sort((a, b) => (placeInTime(a) < placeInTime(b) ? -1 : 1));

const placeInTime = ({ decided_at, id }: DecidedReview): string => `${decided_at}#${id}`;

/** Each rule of an ended panel, with the request that shows its outcome. */
export function rulesOfPanel(
  { pinned_hashes }: PanelRecord,
  rules: readonly EndedRule[],
  members: readonly ReviewRecord[],
): RuleOfPanel[] {
  const said = decisionsIn(members).map((review) =>
    outcomesOf(review).map((one) => ({ ...one, review_id: review.id })),
  );
  return rules.map((rule, i) => {
    const { outcome } = rule;
    const telling = said
      .flatMap((ofRules) => ofRules[i] ?? [])
      .findLast((one) => one.outcome === outcome);
    return {
      ...rule,
      content_hash: pinned_hashes[i] as string,
      review_id: telling?.review_id ?? null,
    };
  });
}

/** Replaces the request that a member passed on with the new one. */
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
  lawful(panelStep, panel, row);
  const members = panel.members.map((member) =>
    member.review_id === from.id
      ? { ...place(to), ...ownEnd(member), status: to.status, decided_at: to.decided_at }
      : member,
  );
  return { after: { ...panel, members, audit_head: head, revision: panel.revision + 1 }, row };
}

/** A counsel who takes a member's place has the time that the member had left. */
const ownEnd = ({ expires_at }: PanelMember) => (expires_at === undefined ? {} : { expires_at });

const placeOf = ({ counsel_id, review_id }: PanelMember) => ({ counsel_id, review_id });

const ofPanel = ({ id }: { id: string }, actorUserId: string | null) => ({
  resourceId: id,
  tenantId: null,
  actorUserId,
});
