import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import {
  type ApprovalStatus,
  type DecidedReview,
  isApproval,
} from "#shared/domain/reviews/review.ts";
import type { RuleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { type Item, queryAll } from "./read.ts";
import { bucketOf } from "./rule-buckets.ts";
import type { Action } from "./transact.ts";

/*
 * Who approved which wording of a rule, written in the decision's transaction:
 * APPROVED#<framework>#<use_case>     / <decided_at>#<review_id>   one rule's approval
 * APPROVED#<framework>#GROUP#<k>      / <decided_at>#<review_id>   the approvals of a group of
 * rules, when a decision covers too many to write one item per rule
 */
const MOST_ONE_BY_ONE = 40;

const ofRule = (frameworkId: string, useCaseId: string): string =>
  `APPROVED#${frameworkId}#${useCaseId}`;
const ofGroup = (frameworkId: string, useCaseId: string): string =>
  `APPROVED#${frameworkId}#GROUP#${bucketOf(useCaseId)}`;

interface ApprovedRule {
  use_case_id: string;
  content_hash: string;
  /** The rule's own outcome, where it is not the request's decision. */
  outcome?: ApprovalStatus;
}

/** One approval of one wording of a rule. */
export interface Approval {
  review_id: string;
  decision: ApprovalStatus;
  decided_at: string;
  content_hash: string;
  /** The counsel who approved it, as they were then. */
  counsel: { id: string; display_name: string; firm: string | null };
}

/** The writes that record a decision's approval of rules, at most 40; none if it approves none. */
export function approvalActions(
  decided: DecidedReview,
  outcomes: readonly RuleOutcome[],
  { display_name, firm }: Pick<Signer, "display_name" | "firm">,
): Action[] {
  const { id, framework_id, counsel_id, status: decision, decided_at } = decided;
  if (!isApproval(decision)) return [];
  const rules = outcomes.flatMap(({ use_case_id, content_hash, outcome }): ApprovedRule[] =>
    isApproval(outcome)
      ? [{ use_case_id, content_hash, ...(outcome === decision ? {} : { outcome }) }]
      : [],
  );
  const partition = rules.length > MOST_ONE_BY_ONE ? ofGroup : ofRule;
  const partitions = Map.groupBy(rules, (rule) => partition(framework_id, rule.use_case_id));
  const counsel = { id: counsel_id, display_name, firm };
  return [...partitions].map(([pk, group]) => ({
    Put: {
      Item: {
        pk,
        sk: `${decided_at}#${id}`,
        approval: { review_id: id, decision, decided_at, counsel, rules: group },
      },
    },
  }));
}

type Stored = Omit<Approval, "content_hash"> & { rules: readonly ApprovedRule[] };

const AT_ONCE = 16;

/**
 * Every approval of these rules, in any wording, oldest first.
 * @param until ISO 8601 UTC, inclusive
 */
export async function approvalsOf(
  frameworkId: string,
  useCaseIds: readonly string[],
  until: string,
): Promise<(useCaseId: string) => Approval[]> {
  const keys = (id: string) => [ofRule(frameworkId, id), ofGroup(frameworkId, id)];
  const found = new Map<string, Item[]>();
  await eachBounded(new Set(useCaseIds.flatMap(keys)), AT_ONCE, async (pk) => {
    found.set(pk, await queryAll({ pk, below: `${until}~` }));
  });
  return (useCaseId) =>
    keys(useCaseId)
      .flatMap((pk) => found.get(pk) ?? [])
      .sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1))
      .flatMap((item) => approvalIn(item, useCaseId));
}

function approvalIn(item: Item, useCaseId: string): Approval[] {
  const { rules, ...approval } = item.approval as Stored;
  return rules
    .filter(({ use_case_id }) => use_case_id === useCaseId)
    .map(({ content_hash, outcome }) => ({
      ...approval,
      decision: outcome ?? approval.decision,
      content_hash,
    }));
}
