import { isApproval } from "#shared/domain/reviews/review.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import type { Signer, StandingTold, Told } from "./sentence.ts";
import type { Standing } from "./standing.ts";

/** An approval or a refusal of a wording, as answers about a wording contain it. */
export interface Opinion {
  review_id: string;
  panel_id: string | null;
  counsel: Signer & { id: string };
  decision: Decision;
  /** ISO 8601 UTC. */
  decided_at: string;
}

/** The decision that counts, as far as it is known; a room may not say which it is. */
interface Known {
  review_id: string | null;
  panel_id: string | null;
  outcome: Decision;
  decided_at: string | null;
  content_hash: string;
}

/** The standing of a wording, as answers contain it. */
export interface Answer {
  standing: {
    state: Standing["state"];
    decision: Known | null;
    objection: {
      panel_id: string | null;
      counsel: Signer | null;
      wording_changed_since: boolean;
    } | null;
    open: readonly { panel_id: string | null; holds_wording: boolean }[];
  };
  approvals: readonly Opinion[];
  refusals: readonly Opinion[];
  /** Who made the decision that counts, if it is about another wording. */
  deciders: readonly { counsel: Signer }[];
}

/** Selects the opinions behind one decision: for a panel, its members' opinions, at its time. */
export const sameAs =
  ({ review_id, panel_id }: Pick<Known, "review_id" | "panel_id">) =>
  (one: Opinion): boolean =>
    panel_id === null ? one.review_id === review_id : one.panel_id === panel_id;

function told(known: Omit<Known, "content_hash">, signers: readonly Signer[]): Told {
  const { panel_id, outcome, decided_at } = known;
  const [first] = signers;
  const by: Told["by"] =
    first === undefined
      ? { is: "unnamed" }
      : panel_id === null
        ? { is: "counsel", counsel: first }
        : { is: "panel", members: signers };
  return { by, outcome, decided_at };
}

/** The newest of some opinions; for a panel, with all of its members who shared it. */
function newestIn(opinions: readonly Opinion[]): Told | null {
  const newest = opinions.reduce<Opinion | null>(
    (found, one) => (found === null || one.decided_at >= found.decided_at ? one : found),
    null,
  );
  if (newest === null) return null;
  const signers = opinions.filter(sameAs(newest)).map(({ counsel }) => counsel);
  return told({ ...newest, outcome: newest.decision }, signers);
}

/**
 * What a sentence tells about an answer on a wording: the decision that counts, and the decision on the
 * same wording that it overruled.
 */
export function toldOf({ standing, approvals, refusals, deciders }: Answer) {
  const { state, decision, objection } = standing;
  const open = standing.open.map(({ panel_id, holds_wording }): StandingTold["open"][number] => ({
    isPanel: panel_id !== null,
    holdsWording: holds_wording,
  }));
  const isOtherWording = objection?.wording_changed_since ?? state === "changed";
  const none: StandingTold = { state, last: null, before: null, isOtherWording, open };
  if (decision === null) return none;
  const own = (isApproval(decision.outcome) ? approvals : refusals).filter(sameAs(decision));
  const signers =
    objection !== null
      ? [objection.counsel].filter((one) => one !== null)
      : (own.length > 0 ? own : deciders).map(({ counsel }) => counsel);
  return {
    ...none,
    last: told(decision, signers),
    before: isOtherWording ? null : overruled({ state, decision, own }, approvals, refusals),
  };
}

/** An approval before a refusal, or another counsel's refusal before an approval. */
function overruled(
  { state, decision, own }: { state: Standing["state"]; decision: Known; own: readonly Opinion[] },
  approvals: readonly Opinion[],
  refusals: readonly Opinion[],
): Told | null {
  const isEarlier = ({ decided_at }: Opinion) =>
    decision.decided_at === null || decided_at <= decision.decided_at;
  if (state === "refused") return newestIn(approvals.filter(isEarlier));
  // Whoever made an approval that is not shown may have refused before.
  if (decision.review_id === null) return null;
  const approvers = new Set(own.map(({ counsel }) => counsel.id));
  return newestIn(refusals.filter((one) => isEarlier(one) && !approvers.has(one.counsel.id)));
}
