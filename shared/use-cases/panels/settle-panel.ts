import { randomUUID } from "node:crypto";
import { countPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import {
  concludePanel,
  decisionsIn,
  type PanelEnd,
  type Voter,
  withCounts,
  withMembers,
} from "#shared/domain/reviews/panel-transitions.ts";
import { isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { cancel } from "#shared/domain/reviews/transitions.ts";
import { panelDecision } from "#shared/store/counting.ts";
import { countingActions } from "#shared/store/decisions.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { panelActions } from "#shared/store/panels.ts";
import { getReviews, moveActions, type ReviewMove } from "#shared/store/reviews.ts";
import type { Actions } from "#shared/store/transact.ts";

/** What joins the transaction in which members of a panel move. */
export type PanelPart = Actions<"panel" | "panelRow" | "members" | "decision" | "standing">;

/** A panel after requests of its members have moved, and the writes that make it so. */
export interface Settled {
  after: PanelRecord;
  part: PanelPart;
}

/** The requests of members that move now, and what is known of it. */
interface Moved {
  moved: readonly ReviewRecord[];
  /** The counsel who decided, if that is how one of them moves. */
  voter?: Voter | undefined;
  now: string;
}

/**
 * What it means for a panel that requests of its members end: they are counted, and if no rule is
 * open any more, the panel has its result, its rules count, and the members still pending are
 * cancelled. Joins the transaction of those requests. Each of its writes names the state that it
 * assumes, so that each of several decisions at once counts once, and one of them ends the panel.
 * @returns null if panel and requests were not read in one state: read again
 */
export async function settlePanel(
  panel: PanelRecord,
  { moved, voter, now }: Moved,
): Promise<Settled | null> {
  const others = await otherMembers(panel, moved);
  if (others === null) return null;
  const voted = withMembers(panel, moved, voter);
  const members = [...moved, ...others];
  const { rules, result } = countPanel(panel, members);
  if (result === null) {
    const after = withCounts(voted, rules, members);
    return { after, part: { ...nothing, ...panelActions(panel, after, null) } };
  }
  const end = { rules, result, actorUserId: null } as const;
  const kept = await keptOf(panel);
  return endActions(panel, voted, { end, moved, others, kept, now });
}

/**
 * What it means for a panel that an admin withdraws it: the members still pending are cancelled, and
 * the rules that were decided before count.
 * @returns null if panel and requests were not read in one state: read again
 */
export async function withdrawnPanel(
  panel: PanelRecord,
  { actorUserId, now }: { actorUserId: string; now: string },
): Promise<Settled | null> {
  const [others, kept] = await Promise.all([otherMembers(panel, []), keptOf(panel)]);
  if (others === null) return null;
  const { rules } = countPanel(panel, others);
  const end = { rules, result: "cancelled", actorUserId } as const;
  return endActions(panel, withMembers(panel, []), { end, moved: [], others, kept, now });
}

const keptOf = ({ framework_id, rule_use_case_ids }: PanelRecord): Promise<KeptStanding> =>
  readKeptStanding(framework_id, rule_use_case_ids);

const nothing = {
  members: undefined,
  decision: undefined,
  standing: undefined,
};

/** The requests of the other members; null if the panel says otherwise of one of them. */
export async function otherMembers(
  panel: PanelRecord,
  moved: readonly ReviewRecord[],
): Promise<ReviewRecord[] | null> {
  const known = new Set(moved.map(({ id }) => id));
  const asked = panel.members.filter(({ review_id }) => !known.has(review_id));
  const found = await getReviews(asked.map(({ review_id }) => review_id));
  const same = found.filter((review, i) => review !== null && review.status === asked[i]?.status);
  return same.length === asked.length ? (same as ReviewRecord[]) : null;
}

interface Ending {
  end: WithoutMembers<PanelEnd>;
  moved: readonly ReviewRecord[];
  others: readonly ReviewRecord[];
  /** What is kept of the panel's rules. */
  kept: KeptStanding;
  now: string;
}
type WithoutMembers<E> = E extends unknown ? Omit<E, "members"> : never;

/** The writes that end a panel, besides those of the requests that have moved. */
function endActions(
  panel: PanelRecord,
  counted: PanelRecord,
  { end, moved, others, kept, now }: Ending,
): Settled {
  const cancelled = cancelPending(others, end, now);
  const still = new Map(cancelled.map(({ after }) => [after.id, after]));
  const members = [...moved, ...others.map((one) => still.get(one.id) ?? one)];
  const closed = { ...withMembers(counted, [...still.values()]), revision: counted.revision };
  const { after, row, rules } = concludePanel(
    closed,
    { ...end, members },
    { id: randomUUID(), now },
  );
  const ended = { panel: after, rules, decided: decisionsIn(members) };
  const part = {
    ...panelActions(panel, after, row),
    members: cancelled.flatMap(moveActions),
    ...countingActions(panelDecision(ended), kept),
  };
  return { after, part };
}

/** Cancels those of the requests that are pending, because their panel ends. */
const cancelPending = (
  reviews: readonly ReviewRecord[],
  { result, actorUserId }: Pick<PanelEnd, "result" | "actorUserId">,
  now: string,
): ReviewMove[] => {
  const reason = result === "cancelled" ? "panel_cancelled" : "panel_decided";
  return reviews.filter(isPending).map((before) => ({
    before,
    ...cancel(before, { reason, actorUserId, now, id: randomUUID() }),
  }));
};
