import { type DecidedReview, isApproval } from "#shared/domain/reviews/review.ts";
import type { RuleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { put } from "./item.ts";
import { type Item, queryOnce } from "./read.ts";
import type { Action } from "./transact.ts";

/*
 * COUNSEL-VERDICTS#<counsel_id> / <decided_at>#<review_id>: the rules on which a counsel's decision had
 * a verdict, and their wordings, so that counsel's next review can show what they said; and the rules that
 * a decision without verdicts approved after that. The texts are stored in the review.
 */

const partition = (counselId: string): string => `COUNSEL-VERDICTS#${counselId}`;

interface RememberedRule {
  use_case_id: string;
  content_hash: string;
  verdict: Decision;
}

export interface RememberedDecision {
  review_id: string;
  decided_at: string;
  rules: readonly RememberedRule[];
}

/** How many of a counsel's decisions are searched for what they said of a rule. */
const MAX_DECISIONS = 50;

/**
 * The write that remembers a decision's verdicts, and its approval of rules on which the counsel had a
 * remark; none if it has neither.
 * @param earlier the counsel's remembered decisions, newest first
 */
export function rememberVerdicts(
  { id: review_id, counsel_id, decided_at }: DecidedReview,
  outcomes: readonly RuleOutcome[],
  earlier: readonly RememberedDecision[],
): Action[] {
  const newest = new Map(
    earlier
      .toReversed()
      .flatMap(({ rules }) => rules.map(({ use_case_id, verdict }) => [use_case_id, verdict])),
  );
  const rules = outcomes.flatMap((rule): RememberedRule[] => {
    const { use_case_id, content_hash, outcome } = rule;
    const hadRemark = (newest.get(use_case_id) ?? "approved") !== "approved";
    const verdict = rule.verdict ?? (hadRemark && isApproval(outcome) ? outcome : null);
    return verdict === null ? [] : [{ use_case_id, content_hash, verdict }];
  });
  if (rules.length === 0) return [];
  const verdicts: RememberedDecision = { review_id, decided_at, rules };
  const Item = { pk: partition(counsel_id), sk: `${decided_at}#${review_id}`, verdicts };
  return [put(Item)];
}

/** A counsel's newest remembered decisions, newest first. */
export async function verdictsOfCounsel(counselId: string): Promise<RememberedDecision[]> {
  const { items } = await queryOnce({
    pk: partition(counselId),
    descending: true,
    limit: MAX_DECISIONS,
  });
  return items.map(({ verdicts }: Item) => verdicts as RememberedDecision);
}
