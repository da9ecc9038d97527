import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import type { RuleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { put } from "./item.ts";
import { type Item, queryOnce } from "./read.ts";
import type { Action } from "./transact.ts";

/*
 * COUNSEL-VERDICTS#<counsel_id> / <decided_at>#<review_id>: the rules on which a counsel's decision had
 * a verdict, and their wordings, so that counsel's next review can show what they said. The texts are
 * stored in the review.
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

/** The write that remembers a decision's verdicts; none if the decision has no verdicts. */
export function rememberVerdicts(
  { id: review_id, counsel_id, decided_at }: DecidedReview,
  outcomes: readonly RuleOutcome[],
): Action[] {
  const rules = outcomes.flatMap(({ use_case_id, content_hash, verdict }): RememberedRule[] =>
    verdict === null ? [] : [{ use_case_id, content_hash, verdict }],
  );
  if (rules.length === 0) return [];
  const verdicts: RememberedDecision = { review_id, decided_at, rules };
  const Item = { pk: partition(counsel_id), sk: `${decided_at}#${review_id}`, verdicts };
  return [put(Item)];
}

/** A counsel's newest decisions with verdicts, newest first. */
export async function verdictsOfCounsel(
  counselId: string,
  limit: number,
): Promise<RememberedDecision[]> {
  const { items } = await queryOnce({ pk: partition(counselId), descending: true, limit });
  return items.map(({ verdicts }: Item) => verdicts as RememberedDecision);
}
