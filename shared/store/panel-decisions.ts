import type { PanelMember, PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { RuleOfPanel } from "#shared/domain/reviews/panel-transitions.ts";
import {
  type ApprovalStatus,
  type DecidedReview,
  isApproval,
} from "#shared/domain/reviews/review.ts";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { type PanelApproval, panelApprovalActions } from "./approvals.ts";
import { decisionsPartition, type PastDecision, type PastRule } from "./decisions.ts";
import { recordPanelAnswers } from "./rule-answers.ts";
import { type Actions, insert } from "./transact.ts";

/** What the end of a panel says of rules: its members' decisions count from then on, at its time. */
interface PanelOutcome {
  /** As it ended; one that was withdrawn before a rule was decided has no `decided_at`. */
  panel: PanelRecord;
  rules: readonly RuleOfPanel[];
  /** The requests of the members who decided. */
  decided: readonly DecidedReview[];
  /** The request that answers name: the last decision that says what the panel says. */
  reviewId: string;
}

const isApproved = ({ outcome }: RuleOfPanel): boolean => isApproval(outcome);

/**
 * What the end of a panel writes besides record and row: its entry among the decisions, the rules'
 * answers, and who approved them. An undecided rule gets no answer.
 */
export function panelOutcomeActions(
  given: PanelOutcome,
): Actions<"decision" | "answers" | "approvals"> {
  const { panel, rules, reviewId } = given;
  const { id, framework_id, decided_at } = panel;
  const of = { review_id: reviewId, panel_id: id, decided_at: decided_at ?? "" };
  const kind = rules.some(isApproved) ? "yes" : "no";
  const decision: PastDecision = { kind, ...of, rules: rules.flatMap(pastRuleOf(reviewId)) };
  return {
    decision:
      decision.rules.length === 0
        ? undefined
        : insert({ pk: decisionsPartition(framework_id), sk: `${decided_at}#${id}`, decision }),
    answers: recordPanelAnswers(panel, of, rules),
    approvals: panelApprovalActions(panel, approvalsIn(given)),
  };
}

const pastRuleOf =
  (reviewId: string) =>
  ({ use_case_id, content_hash, outcome, verdict, review_id }: RuleOfPanel): PastRule[] => {
    if (outcome === "undecided") return [];
    const own = verdict === null ? {} : { verdict };
    const told = review_id === null || review_id === reviewId ? {} : { review_id };
    return [{ use_case_id, content_hash, outcome, ...own, ...told }];
  };

/** The members' approvals of each rule that the panel approves. */
function approvalsIn({ panel, rules, decided }: PanelOutcome): PanelApproval[] {
  const members = new Map(panel.members.map((member) => [member.review_id, member]));
  return rules.filter(isApproved).flatMap((rule) =>
    decided.flatMap((review) => {
      const outcome = ruleOutcome(review, rule.use_case_id);
      if (outcome === null || !isApproval(outcome)) return [];
      return [approvalOf(review, outcome, rule, members.get(review.id))];
    }),
  );
}

const approvalOf = (
  { id, counsel_id }: DecidedReview,
  decision: ApprovalStatus,
  rule: RuleOfPanel,
  member: PanelMember | undefined,
): PanelApproval => ({
  use_case_id: rule.use_case_id,
  content_hash: rule.content_hash,
  review_id: id,
  decision,
  counsel: { id: counsel_id, display_name: member?.name ?? "", firm: member?.firm ?? null },
});
