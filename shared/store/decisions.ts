import type { Signer } from "#shared/domain/counsel/counsel.ts";
import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import { outcomesOf } from "#shared/domain/reviews/rule-outcome.ts";
import { isWish, signerIn } from "#shared/domain/standing/objection.ts";
import { counselKey, countSignature } from "./counsel.ts";
import { keyIsInUse, type StoredKey } from "./counsel-keys.ts";
import { rememberVerdicts } from "./counsel-verdicts.ts";
import { type CountedDecision, countDecisions, type KeptStanding } from "./kept-standing.ts";
import { countUpTo, type Item, queryOnce } from "./read.ts";
import { type PastDecision, ruleDecisionItems, type Signed } from "./rule-decisions.ts";
import { type Action, type Actions, insert } from "./transact.ts";

/*
 * DECISIONS#<framework> / <decided_at>#<id>: what was decided on which rules when, for questions
 * about the past; the id is the request's, or the panel's.
 */

const decisionsPartition = (frameworkId: string): string => `DECISIONS#${frameworkId}`;

/**
 * What every decision writes besides its record and audit row: the conditions that counsel's
 * details and policy are still those it was signed with and that the key is still in use; the count
 * of signatures under the e-mail; and what counsel said of single rules.
 */
export const signingActions = (
  decided: DecidedReview,
  signer: Signer,
  key: StoredKey | null,
): Actions<"counsel" | "credential" | "signature" | "remarks"> => ({
  counsel: counselIs(decided.counsel_id, signer),
  credential: key === null ? undefined : keyIsInUse(key),
  signature: countSignature(decided.counsel_id, decided.counsel_email),
  remarks: rememberVerdicts(decided, outcomesOf(decided)),
});

/** A decision that counts, as it is counted and remembered. */
export interface Counting {
  framework_id: string;
  decision: PastDecision;
  /** What counsel said of each rule: who decided it, or the panel's members who did. */
  signed: readonly Signed[];
  /** What it closes on rules, and what it comes to there. */
  counted: readonly CountedDecision[];
}

/** The entry among the decisions, and those among the decisions of each rule. */
const decisionItems = ({ framework_id, decision, signed }: Counting): Item[] =>
  decision.rules.length === 0
    ? []
    : [
        {
          pk: decisionsPartition(framework_id),
          sk: `${decision.decided_at}#${decision.panel_id ?? decision.review_id}`,
          decision,
        },
        ...ruleDecisionItems(framework_id, decision, signed),
      ];

/**
 * What a decision writes that counts for rules: its entries among the decisions, and what is kept of
 * the rules, if no other decision on them has counted since that was read.
 */
export const countingActions = (
  counting: Counting,
  kept: KeptStanding,
): Actions<"decision" | "standing"> => ({
  decision: decisionItems(counting).map(insert),
  standing: countDecisions(counting.framework_id, counting.counted, kept),
});

/** How a decision that is no panel member's counts. */
export function ownDecision(decided: DecidedReview): Counting {
  const { id: review_id, framework_id, decided_at } = decided;
  const rules = outcomesOf(decided).map(({ verdict: _, ...rule }) => rule);
  const outcomes = rules.map(({ use_case_id, outcome }) => ({ use_case_id, outcome }));
  return {
    framework_id,
    decision: { review_id, decided_at, rules },
    signed: [{ review_id, counsel: signerIn(decided), outcomes }],
    counted: rules.map(({ use_case_id, ...rule }) => ({
      use_case_id,
      decision: {
        ...{ review_id, panel_id: null, decided_at, ...rule },
        ...(isWish(decided, use_case_id) ? { is_wish: true } : {}),
      },
      closes: review_id,
    })),
  };
}

/**
 * Counsel still has the e-mail, name and particulars that the decision records, and no row about
 * them was written since.
 */
export const counselIs = (counselId: string, { counsel_head, ...details }: Signer): Action => {
  const fields = Object.entries(details);
  return {
    ConditionCheck: {
      Key: counselKey(counselId),
      ConditionExpression: [
        "#counsel.#head.#hash = :head",
        ...fields.map(([field]) => `#counsel.#${field} = :${field}`),
      ].join(" AND "),
      ExpressionAttributeNames: {
        "#counsel": "counsel",
        "#head": "audit_head",
        "#hash": "hash",
        ...Object.fromEntries(fields.map(([field]) => [`#${field}`, field])),
      },
      ExpressionAttributeValues: {
        ":head": counsel_head,
        ...Object.fromEntries(fields.map(([field, value]) => [`:${field}`, value])),
      },
    },
  };
};

const decisionOf = ({ decision }: Item): PastDecision => decision as PastDecision;

/** The decisions one query returns, newest first, and how to continue. */
export interface PastDecisions {
  decisions: readonly PastDecision[];
  /** Reads the earlier ones; null if there are none. */
  earlier: (() => Promise<PastDecisions>) | null;
}

/**
 * The decisions of a framework up to an instant (ISO 8601 UTC).
 * @param limit of a page; left out: as many as one read returns
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

/** How many decisions a framework has had since an instant (ISO 8601 UTC), counted up to `most`. */
export const decidedSinceIn = (frameworkId: string, since: string, most: number) =>
  countUpTo(undefined, decisionsPartition(frameworkId), most, since);
