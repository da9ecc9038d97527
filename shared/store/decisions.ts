import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { type DecidedReview, isApproval } from "#shared/domain/reviews/review.ts";
import { approvalActions } from "./approvals.ts";
import { counselKey, countSignature } from "./counsel.ts";
import { keyIsInUse, type StoredKey } from "./counsel-keys.ts";
import { type Item, queryOnce } from "./read.ts";
import { recordAnswers } from "./rule-answers.ts";
import type { Action, Actions } from "./transact.ts";

/*
 * DECISIONS#<framework> / <decided_at>#<review_id>: which answers were given when, for "as of"
 * queries.
 */
const partition = (frameworkId: string): string => `DECISIONS#${frameworkId}`;

/**
 * What a decision writes besides its record and audit row: the conditions that counsel's details
 * and policy are still those it was signed with and that the key is still in use; its entry among
 * the decisions; the count of signatures under the e-mail; the rules' answers; and the approvals.
 */
export function decisionActions(
  decided: DecidedReview,
  signer: Signer,
  key: StoredKey | null,
): Actions<"counsel" | "credential" | "decision" | "signature" | "answers" | "approvals"> {
  const { id, framework_id, counsel_id, counsel_email, decided_at, status } = decided;
  const rules = decided.rule_use_case_ids.map((use_case_id, i) => ({
    use_case_id,
    content_hash: decided.pinned_hashes[i] as string,
  }));
  const answers = rules.map((rule) => ({ ...rule, review_id: id, decided_at }));
  const kind = isApproval(status) ? "yes" : "no";
  return {
    counsel: counselIs(counsel_id, signer),
    credential: key === null ? undefined : keyIsInUse(key),
    decision: {
      Put: {
        Item: {
          pk: partition(framework_id),
          sk: `${decided_at}#${id}`,
          decision: { kind, review_id: id, decided_at, rules },
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    signature: countSignature(counsel_id, counsel_email),
    answers: recordAnswers(framework_id, kind, answers),
    approvals: approvalActions(decided, signer),
  };
}

/**
 * Counsel still has the e-mail, name and particulars that the decision records, and no row about
 * them was written since.
 */
const counselIs = (counselId: string, { counsel_head, ...details }: Signer): Action => {
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

interface PastDecision {
  kind: "yes" | "no";
  review_id: string;
  decided_at: string;
  /** Each rule with the hash of the content that was answered. */
  rules: readonly { use_case_id: string; content_hash: string }[];
}

const decisionOf = ({ decision }: Item): PastDecision => decision as PastDecision;

/** The decisions one query returns, newest first, and how to continue. */
export interface PastDecisions {
  decisions: readonly PastDecision[];
  /** Reads the earlier ones; null if there are none. */
  earlier: (() => Promise<PastDecisions>) | null;
}

/** The decisions of a framework up to an instant (ISO 8601 UTC). */
export async function decisionsUpTo(
  frameworkId: string,
  at: string,
  startKey?: Record<string, unknown>,
): Promise<PastDecisions> {
  const { items, lastKey } = await queryOnce({
    pk: partition(frameworkId),
    below: `${at}~`,
    descending: true,
    ...(startKey ? { startKey } : {}),
  });
  return {
    decisions: items.map(decisionOf),
    earlier: lastKey === null ? null : () => decisionsUpTo(frameworkId, at, lastKey),
  };
}
