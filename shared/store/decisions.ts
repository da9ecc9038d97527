import { isApproval, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { counselKey, countSignature } from "./counsel.ts";
import { queryOnce } from "./read.ts";
import { recordAnswers } from "./rule-answers.ts";
import type { Actions } from "./transact.ts";

/*
 * DECISIONS#<framework> / <decided_at>#<review_id>: what was answered when, for "as of".
 */
const partition = (frameworkId: string): string => `DECISIONS#${frameworkId}`;

/**
 * What a decision writes besides record and row: the e-mail's condition, the count of what was
 * signed under it, and the rules' answers.
 */
export function decisionActions(
  decided: ReviewRecord,
): Actions<"counsel" | "decision" | "signature" | "answers"> {
  const { id, framework_id, counsel_id, counsel_email, decided_at, status } = decided;
  const answers = decided.rule_use_case_ids.map((use_case_id, i) => ({
    use_case_id,
    review_id: id,
    decided_at: decided_at ?? "",
    content_hash: decided.pinned_hashes[i] ?? "",
  }));
  const kind = isApproval(status) ? "yes" : "no";
  return {
    counsel: {
      ConditionCheck: {
        Key: counselKey(counsel_id),
        ConditionExpression: "#counsel.#email = :email",
        ExpressionAttributeNames: { "#counsel": "counsel", "#email": "email" },
        ExpressionAttributeValues: { ":email": counsel_email },
      },
    },
    decision: {
      Put: {
        Item: {
          pk: partition(framework_id),
          sk: `${decided_at}#${id}`,
          decision: {
            kind,
            review_id: id,
            decided_at,
            rules: Object.fromEntries(answers.map((a) => [a.use_case_id, a.content_hash])),
          },
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    signature: countSignature(counsel_id, counsel_email ?? ""),
    answers: recordAnswers(framework_id, kind, answers),
  };
}

interface PastDecision {
  kind: "yes" | "no";
  review_id: string;
  decided_at: string;
  /** use_case_id → hash of the content that was answered. */
  rules: Readonly<Record<string, string>>;
}

/** Decisions, newest first, as many as one call gives, and how to go on. */
export interface PastDecisions {
  decisions: readonly PastDecision[];
  /** The ones before them; null: there are none. */
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
    decisions: items.map(({ decision }) => decision as PastDecision),
    earlier: lastKey === null ? null : () => decisionsUpTo(frameworkId, at, lastKey),
  };
}
