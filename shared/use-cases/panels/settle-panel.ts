import { randomUUID } from "node:crypto";
import { endsRequest, expiryIn, tellsExpiry } from "#shared/domain/reviews/in-rows.ts";
import {
  asOpen,
  countPanel,
  endsAt,
  type PanelRecord,
  type RuleCount,
} from "#shared/domain/reviews/panel.ts";
import {
  concludePanel,
  decisionsIn,
  type Member,
  type PanelEnd,
  type Voter,
  withMembers,
} from "#shared/domain/reviews/panel-transitions.ts";
import { isPastExpiry, isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { PanelResult } from "#shared/domain/reviews/statuses.ts";
import { cancel, expire } from "#shared/domain/reviews/transitions.ts";
import { panelDecision } from "#shared/store/counting.ts";
import { countingActions } from "#shared/store/decisions.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { openUntilEnd } from "#shared/store/open-marks.ts";
import { panelActions } from "#shared/store/panels.ts";
import { moveActions, type ReviewMove } from "#shared/store/reviews.ts";
import type { Actions } from "#shared/store/transact.ts";
import { stateDiffers, tellDifference } from "#shared/use-cases/log/genuine-rows.ts";
import {
  type FoundMember,
  type FoundPanel,
  findMembers,
  membersOf,
  onlySigned,
  toldOf,
} from "./member-rows.ts";

/** The panel's writes in the transaction in which its members move. */
export type PanelPart = Actions<"panel" | "panelRow" | "members" | "decision" | "standing">;

/** A panel after its members' requests have moved, and the writes that store this. */
export interface Settled {
  after: PanelRecord;
  part: PanelPart;
  /** How many other members' requests end with it because their time is over. */
  lapsed: number;
}

/** The members' requests that move now, and what is known about the move. */
interface Moved {
  moved: readonly ReviewRecord[];
  /** The counsel who decided, if one of the requests moves by a decision. */
  voter?: Voter | undefined;
  /** The admin who withdraws the panel, if it has no result. */
  withdrawnBy?: string;
  now: string;
  /** The keys by which the signatures of rows are judged. */
  logKeys: LogKeys | null;
}

/**
 * Counts the members' requests that have ended. If no rule is open any more, the panel has its result,
 * its rules count, and the members still pending are cancelled. Members who are past their own ends do
 * not count as pending: their requests end too, whether or not the courier has run. The writes join
 * the transaction of those requests. Each write names the state that it assumes, so each of several
 * simultaneous decisions counts once, and one of them ends the panel. If an admin withdraws the panel
 * while rules are open, it ends too: the rules that were decided before count.
 *
 * How the panel counts and what its members said is read from their rows. The signatures of these rows
 * are checked before the panel ends.
 * @throws DomainError `state_differs`
 */
export async function settlePanel(
  found: FoundPanel,
  { moved, voter, withdrawnBy, now, logKeys }: Moved,
): Promise<Settled> {
  const { panel } = found;
  const asked = await findMembers(panel.id, otherIds(found, moved), tellsExpiry);
  const lapsed = await lapsedOf(found, asked, { now, logKeys });
  const ended = [...moved, ...lapsed.map(({ after }) => after)];
  const others = asked
    .filter(({ record }) => !ended.some(({ id }) => id === record.id))
    .map(({ record, rows }) => ({ record, rows: rows.filter(endsRequest) }));
  const open = countWith(found, others, ended, voter);
  if (open.result === null && withdrawnBy === undefined)
    return goesOn(panel, open, { lapsed, now });
  const [signed, kept] = await Promise.all([onlySigned(found, others, logKeys), keptOf(panel)]);
  const counted = countWith(signed.panel, signed.members, ended, voter);
  const end = endOf(counted, withdrawnBy);
  if (end === null) return goesOn(panel, counted, { lapsed, now });
  return endActions(panel, counted, { end, kept, now, lapsed });
}

/** How a panel ends now; null: it goes on. A panel that has its result cannot be withdrawn. */
function endOf({ result }: Counted, withdrawnBy: string | undefined): Ending["end"] | null {
  if (result !== null) return { result, actorUserId: null };
  return withdrawnBy === undefined ? null : { result: "cancelled", actorUserId: withdrawnBy };
}

/**
 * The moves that end requests whose time is over. A request does not end without a signed row that says
 * until when it is open.
 */
async function lapsedOf(
  found: FoundPanel,
  asked: readonly FoundMember[],
  { now, logKeys }: Pick<Moved, "now" | "logKeys">,
): Promise<ReviewMove[]> {
  const overdue = asked.filter(({ record }) => isPending(record) && isPastExpiry(record, now));
  if (overdue.length === 0) return [];
  const { members } = await onlySigned(found, overdue, logKeys);
  const lapsed = (membersOf(members) ?? [])
    .map(({ record }, i) => ({ ...record, expires_at: expiryIn(members[i]?.rows ?? []) ?? "" }))
    .filter(isPending)
    .filter((one) => one.expires_at !== "" && isPastExpiry(one, now))
    .map((before) => ({ before, ...expire(before, { id: randomUUID(), now }) }));
  if (lapsed.length < overdue.length) {
    const about = { resource_type: "review_panel", resource_id: found.panel.id };
    tellDifference({ ...about, reason: "expires_at" });
  }
  return lapsed;
}

const keptOf = ({ framework_id, rule_use_case_ids }: PanelRecord): Promise<KeptStanding> =>
  readKeptStanding(framework_id, rule_use_case_ids);

function otherIds(found: FoundPanel, moved: readonly ReviewRecord[]): string[] {
  const known = new Set(moved.map(({ id }) => id));
  return toldOf(found)
    .members.map(({ review_id }) => review_id)
    .filter((id) => !known.has(id));
}

/** A panel according to its own and its members' rows, with the counted result. */
interface Counted {
  voted: PanelRecord;
  moved: readonly Member[];
  others: readonly Member[];
  rules: RuleCount[];
  result: PanelResult | null;
}

/** @throws DomainError `state_differs` if a member's record has ended, but no row says so */
function countWith(
  found: FoundPanel,
  others: Parameters<typeof membersOf>[0],
  moved: readonly ReviewRecord[],
  voter?: Voter,
): Counted {
  const told = toldOf(found);
  const members = membersOf(others);
  if (members === null) throw stateDiffers("review_panel", told.id, "members");
  const all = [...moved, ...members.map(({ record }) => record)];
  const voted = withMembers(told, all, voter ?? null);
  return {
    voted,
    moved: moved.map((record) => ({ record, final: record.audit_head.hash })),
    others: members,
    ...countPanel(told, all),
  };
}

/**
 * The panel goes on: nothing counts for its rules yet. If the member who had the most time is done, it is
 * open on them for a shorter time.
 */
async function goesOn(
  before: PanelRecord,
  { voted, rules }: Counted,
  { lapsed, now }: Pick<Ending, "lapsed" | "now">,
): Promise<Settled> {
  const after = { ...voted, rules: asOpen(rules) };
  const isSooner = endsAt(after) !== endsAt(before);
  const part = {
    ...panelActions(before, after, null),
    members: lapsed.flatMap(moveActions),
    decision: undefined,
    standing: isSooner ? openUntilEnd(after, await keptOf(before), now) : undefined,
  };
  return { after, part, lapsed: lapsed.length };
}

interface Ending {
  end: WithoutMembers<PanelEnd>;
  /** The kept standing of the panel's rules. */
  kept: KeptStanding;
  now: string;
  /** The requests that ended because their time was over. */
  lapsed: readonly ReviewMove[];
}
type WithoutMembers<E> = E extends unknown ? Omit<E, "members" | "rules"> : never;

/** The writes that end a panel, besides those of the requests that have moved. */
function endActions(
  before: PanelRecord,
  { voted, moved, others, rules: counted }: Counted,
  { end, kept, now, lapsed }: Ending,
): Settled {
  const cancelled = cancelPending(others, end, now);
  const still = new Map(cancelled.map(({ after }) => [after.id, after]));
  const members = [
    ...moved,
    ...others.map((one): Member => {
      const after = still.get(one.record.id);
      return after === undefined ? one : { record: after, final: after.audit_head.hash };
    }),
  ];
  const closed = { ...withMembers(voted, [...still.values()]), revision: voted.revision };
  const { after, row, rules } = concludePanel(
    closed,
    { ...end, rules: counted, members },
    { id: randomUUID(), now },
  );
  const decided = decisionsIn(members.map(({ record }) => record));
  const part = {
    ...panelActions(before, after, row),
    members: [...lapsed, ...cancelled].flatMap(moveActions),
    ...countingActions(panelDecision({ panel: after, rules, decided }), kept),
  };
  return { after, part, lapsed: lapsed.length };
}

/** Cancels the pending ones of these requests, because their panel ends. */
const cancelPending = (
  members: readonly Member[],
  { result, actorUserId }: Pick<PanelEnd, "result" | "actorUserId">,
  now: string,
): ReviewMove[] => {
  const reason = result === "cancelled" ? "panel_cancelled" : "panel_decided";
  return members
    .map(({ record }) => record)
    .filter(isPending)
    .map((before) => ({
      before,
      ...cancel(before, { reason, actorUserId, now, id: randomUUID() }),
    }));
};
