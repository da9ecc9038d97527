import type { Decision } from "#shared/domain/reviews/statuses.ts";
import type { SignedBy } from "#shared/domain/standing/objection.ts";
import type { RuleDecision } from "#shared/domain/standing/standing.ts";
import type { Item } from "./read.ts";
import { bucketOf } from "./rule-buckets.ts";

/*
 * The items that remember a decision, written in its transaction. The id is the request's, or the
 * panel's:
 *   DECISIONS#<framework>                     / <decided_at>#<id>   what was decided on which rules,
 *   for questions about the past
 *   RULE-DECISIONS#<framework>#<use_case>     / <decided_at>#<id>   who decided what on one rule
 *   RULE-DECISIONS#<framework>#GROUP#<k>      / <decided_at>#<id>   the same for a group of rules, when
 *   a decision covers too many to write one item per rule
 *
 * A panel's items contain its members' opinions, as of the panel's decision.
 */

export const decisionsPartition = (frameworkId: string): string => `DECISIONS#${frameworkId}`;

const ofRule = (frameworkId: string, useCaseId: string): string =>
  `RULE-DECISIONS#${frameworkId}#${useCaseId}`;
const ofGroup = (frameworkId: string, useCaseId: string): string =>
  `RULE-DECISIONS#${frameworkId}#GROUP#${bucketOf(useCaseId)}`;

/** The partitions with the decisions on a rule. */
export const rulePartitions = (frameworkId: string, useCaseId: string): string[] => [
  ofRule(frameworkId, useCaseId),
  ofGroup(frameworkId, useCaseId),
];

/** A past decision on one rule. */
export interface PastRule {
  use_case_id: string;
  /** Hash of the content that was decided on. */
  content_hash: string;
  outcome: Decision;
  /** For a panel's rule: the request that says so, unless it is the decision's. */
  review_id?: string;
  is_wish?: true;
}

export interface PastDecision {
  review_id: string;
  /** For a panel only. */
  panel_id?: string;
  decided_at: string;
  rules: readonly PastRule[];
}

/** A past decision as it counts for one of its rules. */
export const decisionOn = (
  { review_id, panel_id, decided_at }: PastDecision,
  { use_case_id: _, ...rule }: PastRule,
): RuleDecision => ({ review_id, panel_id: panel_id ?? null, decided_at, ...rule });

/** What one request says about rules. */
export interface Signed {
  review_id: string;
  counsel: SignedBy;
  outcomes: readonly { use_case_id: string; outcome: Decision }[];
}

/** A decision on some rules, with who said what about them. */
export interface SignedDecision extends PastDecision {
  signed: readonly Signed[];
}

/**
 * Above this number rules are grouped: the transaction also needs room for members that a panel ends.
 */
const MAX_ONE_BY_ONE = 36;
const MAX_OF_A_PANEL = 20;

/** The items of a decision: at most 37, or 21 for a panel's; none if it decides no rule. */
export function decisionItems(
  frameworkId: string,
  { signed, ...decision }: SignedDecision,
): (Item & { pk: string; sk: string })[] {
  const { decided_at, panel_id, review_id, rules } = decision;
  if (rules.length === 0) return [];
  const sk = `${decided_at}#${panel_id ?? review_id}`;
  const most = panel_id === undefined ? MAX_ONE_BY_ONE : MAX_OF_A_PANEL;
  const partition = rules.length > most ? ofGroup : ofRule;
  const partitions = Map.groupBy(rules, (rule) => partition(frameworkId, rule.use_case_id));
  return [
    { pk: decisionsPartition(frameworkId), sk, decision },
    ...[...partitions].map(([pk, group]) => {
      const ids = new Set(group.map(({ use_case_id }) => use_case_id));
      const told = signed.map(({ outcomes, ...one }) => ({
        ...one,
        outcomes: outcomes.filter(({ use_case_id }) => ids.has(use_case_id)),
      }));
      return { pk, sk, decision: { ...decision, rules: group, signed: told } };
    }),
  ];
}
