import type { Signer } from "#shared/domain/counsel/counsel.ts";
import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import { outcomesOf } from "#shared/domain/reviews/rule-outcome.ts";
import { counselIs, countSignature } from "./counsel.ts";
import { keyIsInUse } from "./counsel-keys.ts";
import { type RememberedDecision, rememberVerdicts } from "./counsel-verdicts.ts";
import type { Counting } from "./counting.ts";
import { decisionItems, decisionsPartition, type PastDecision } from "./decision-items.ts";
import { insert } from "./item.ts";
import type { KeptStanding } from "./kept-attributes.ts";
import { countDecisions } from "./kept-standing.ts";
import { type Item, queryOnce } from "./read.ts";
import type { Actions } from "./transact.ts";

/* What decisions write, and the decisions of the past; decision-items.ts describes them. */

/**
 * What every decision writes besides its record and audit row: the conditions that counsel's
 * details and policy are still those it was signed with and that the key is still in use; the count
 * of signatures under the e-mail; and what counsel said of single rules.
 * @param earlier the counsel's remembered decisions, newest first
 */
export const signingActions = (
  decided: DecidedReview,
  signer: Signer,
  key: Parameters<typeof keyIsInUse>[0] | null,
  earlier: readonly RememberedDecision[],
): Actions<"counsel" | "credential" | "signature" | "remarks"> => ({
  counsel: counselIs(decided.counsel_id, signer),
  credential: key === null ? undefined : keyIsInUse(key),
  signature: countSignature(decided.counsel_id, decided.counsel_email),
  remarks: rememberVerdicts(decided, outcomesOf(decided), earlier),
});

/**
 * The writes of a decision that counts for rules: its entries among the decisions, and the kept
 * standing of the rules, if no other decision on them has counted since that was read.
 */
export const countingActions = (
  { framework_id, decision, counted }: Counting,
  kept: KeptStanding,
): Actions<"decision" | "standing"> => ({
  decision: decisionItems(framework_id, decision).map(insert),
  standing: countDecisions(framework_id, counted, kept),
});

const decisionOf = ({ decision }: Item): PastDecision => decision as PastDecision;

/** The decisions one query returns, newest first, and how to continue. */
export interface PastDecisions {
  decisions: readonly PastDecision[];
  /** Reads the earlier ones; null if there are none. */
  earlier: (() => Promise<PastDecisions>) | null;
}

/**
 * The decisions of a framework up to an instant (ISO 8601 UTC).
 * @param limit of a page; if omitted, as many as one read returns
 */
export async function decisionsUpTo(
  frameworkId: string,
  at: string,
  limit?: number,
  startKey?: Record<string, unknown>,
): Promise<PastDecisions> {
  const { items, lastKey } = await queryOnce({
    pk: decisionsPartition(frameworkId),
    below: `${at}~`,
    descending: true,
    ...(limit === undefined ? {} : { limit }),
    ...(startKey ? { startKey } : {}),
  });
  return {
    decisions: items.map(decisionOf),
    earlier: lastKey === null ? null : () => decisionsUpTo(frameworkId, at, limit, lastKey),
  };
}
