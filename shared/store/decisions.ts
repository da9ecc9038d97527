import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { type DecidedReview, isApproval } from "#shared/domain/reviews/review.ts";
import { outcomesOf, type RuleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { approvalActions } from "./approvals.ts";
import { counselKey, countSignature } from "./counsel.ts";
import { keyIsInUse, type StoredKey } from "./counsel-keys.ts";
import { rememberVerdicts } from "./counsel-verdicts.ts";
import { countUpTo, type Item, queryOnce } from "./read.ts";
import { recordAnswers } from "./rule-answers.ts";
import { type Action, type Actions, insert } from "./transact.ts";

/*
 * DECISIONS#<framework> / <decided_at>#<review_id>: which answers were given when, for "as of"
 * queries.
 */

export const decisionsPartition = (frameworkId: string): string => `DECISIONS#${frameworkId}`;

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

/**
 * What a decision writes that counts by itself: its entry among the decisions, the rules' answers,
 * and the approvals.
 */
export function decisionActions(
  decided: DecidedReview,
  signer: Signer,
): Actions<"decision" | "answers" | "approvals"> {
  const { id, framework_id, decided_at, status } = decided;
  const outcomes = outcomesOf(decided);
  const kind = isApproval(status) ? "yes" : "no";
  return {
    decision: insert({
      pk: decisionsPartition(framework_id),
      sk: `${decided_at}#${id}`,
      decision: { kind, review_id: id, decided_at, rules: outcomes.map(pastRule) },
    }),
    answers: recordAnswers(decided, outcomes),
    approvals: approvalActions(decided, outcomes, signer),
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

/** What a past decision says of one rule. */
export interface PastRule {
  use_case_id: string;
  /** Of the content that was answered. */
  content_hash: string;
  /** Only in a decision with verdicts on single rules. */
  outcome?: Decision;
  /** This rule's own verdict; left out where it has none. */
  verdict?: Decision;
  /** Of a panel's rule: the member's request that says so, if it is another than the decision's. */
  review_id?: string;
}

function pastRule({ use_case_id, content_hash, outcome, verdict }: RuleOutcome): PastRule {
  return { use_case_id, content_hash, ...(verdict === null ? {} : { outcome, verdict }) };
}

export interface PastDecision {
  kind: "yes" | "no";
  review_id: string;
  /** Only of a panel's result. */
  panel_id?: string;
  decided_at: string;
  rules: readonly PastRule[];
}

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
