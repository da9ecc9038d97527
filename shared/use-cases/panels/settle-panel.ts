import { randomUUID } from "node:crypto";
import { type PanelRecord, panelResult } from "#shared/domain/reviews/panel.ts";
import {
  concludePanel,
  type Voter,
  withMembers,
} from "#shared/domain/reviews/panel-transitions.ts";
import { isDecided, isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { CancelReason, PanelResult } from "#shared/domain/reviews/statuses.ts";
import { cancel } from "#shared/domain/reviews/transitions.ts";
import { panelOutcomeActions } from "#shared/store/panel-decisions.ts";
import { panelActions } from "#shared/store/panels.ts";
import { getReviews, moveActions, type ReviewMove } from "#shared/store/reviews.ts";
import type { Actions } from "#shared/store/transact.ts";

/** What joins the transaction in which members of a panel move. */
export type PanelPart = Actions<
  "panel" | "panelRow" | "members" | "decision" | "answers" | "approvals"
>;

/**
 * What it means for a panel that requests of its members end: they count, and if that decides the
 * panel, it gets its result, counts for the rules, and ends the members still pending. Joins the
 * transaction of those requests; each of its writes names the state that it assumes, so that of
 * several decisions at once each counts once, and one decides.
 * @param moved the requests as they are then
 * @returns null if panel and requests were not read in one state: read again
 */
export async function settlePanel(
  panel: PanelRecord,
  moved: readonly ReviewRecord[],
  { voter = null, now }: { voter?: Voter | null; now: string },
): Promise<PanelPart | null> {
  const after = withMembers(panel, moved, voter);
  const result = panelResult(
    panel,
    after.members.map(({ status }) => status),
  );
  if (result === null) return { ...nothing, ...panelActions(panel, after, null) };
  const others = await otherMembers(panel, moved);
  if (others === null) return null;
  return decided(panel, after, result, { moved, others, now });
}

const nothing = {
  members: undefined,
  decision: undefined,
  answers: undefined,
  approvals: undefined,
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
  moved: readonly ReviewRecord[];
  others: readonly ReviewRecord[];
  now: string;
}

function decided(
  panel: PanelRecord,
  counted: PanelRecord,
  result: PanelResult,
  { moved, others, now }: Ending,
): PanelPart {
  const ended = endPending(others, { reason: "panel_decided", actorUserId: null, now });
  const still = new Map(ended.map(({ after }) => [after.id, after]));
  const all = [...moved, ...others.map((one) => still.get(one.id) ?? one)];
  const closed = { ...withMembers(counted, [...still.values()]), revision: counted.revision };
  const { after, row, rules } = concludePanel(closed, result, all, { id: randomUUID(), now });
  const votes = all.filter(isDecided).sort((a, b) => (a.decided_at < b.decided_at ? -1 : 1));
  return {
    ...panelActions(panel, after, row),
    members: ended.flatMap(moveActions),
    ...panelOutcomeActions({
      panel: after,
      rules,
      decided: votes,
      reviewId: tellingVote(result, votes),
    }),
  };
}

/** The last decision that says what the panel says; of votes in the order of their times. */
const tellingVote = (result: PanelResult, votes: readonly ReviewRecord[]): string =>
  (votes.findLast(({ status }) => status === result) ?? votes.at(-1))?.id ?? "";

/** Ends those of the requests that are pending. */
export const endPending = (
  reviews: readonly ReviewRecord[],
  how: { reason: CancelReason; actorUserId: string | null; now: string },
): ReviewMove[] =>
  reviews.filter(isPending).map((before) => ({
    before,
    ...cancel(before, { ...how, id: randomUUID() }),
  }));
