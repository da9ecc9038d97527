import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import {
  type ApprovalStatus,
  type DecidedReview,
  isApproval,
} from "#shared/domain/reviews/review.ts";
import type { RuleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { type Item, type QueryResult, queryAll, queryOnce } from "./read.ts";
import { bucketOf } from "./rule-buckets.ts";
import type { Action } from "./transact.ts";

/*
 * Who approved which wording of a rule, written in the decision's transaction:
 * APPROVED#<framework>#<use_case>     / <decided_at>#<review_id>   one rule's approval
 * APPROVED#<framework>#GROUP#<k>      / <decided_at>#<review_id>   the approvals of a group of
 * rules, when a decision covers too many to write one item per rule
 * A panel's item has the approvals of its members, under the panel's id and time.
 */

const MOST_ONE_BY_ONE = 36;

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

/** The writes that record a decision's approval of rules, at most 36; none if it approves none. */
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

/** One member's approval of one rule, within a panel that approves it. */
export interface PanelApproval extends ApprovedRule {
  review_id: string;
  decision: ApprovalStatus;
  counsel: Approval["counsel"];
}

/** Above so many rules, groups: the transaction of a panel's result has further members to end. */
const MOST_OF_A_PANEL = 20;

/** The writes that record who approved a panel's rules, at most 20, as of the panel's decision. */
export function panelApprovalActions(
  { id, framework_id, decided_at }: { id: string; framework_id: string; decided_at: string | null },
  approvals: readonly PanelApproval[],
): Action[] {
  const rules = new Set(approvals.map(({ use_case_id }) => use_case_id));
  const partition = rules.size > MOST_OF_A_PANEL ? ofGroup : ofRule;
  const partitions = Map.groupBy(approvals, (one) => partition(framework_id, one.use_case_id));
  return [...partitions].map(([pk, group]) => ({
    Put: {
      Item: {
        pk,
        sk: `${decided_at}#${id}`,
        approvals: group.map(({ use_case_id, content_hash, ...approval }) => ({
          ...approval,
          decided_at,
          rules: [{ use_case_id, content_hash }],
        })),
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

/** The newest approvals of one wording, oldest first, and whether there are older ones. */
export interface NewestApprovals {
  approvals: Approval[];
  isMore: boolean;
}

/**
 * Approvals of a rule up to an instant, the newest first: those that are likely to be enough are read
 * before it is known which wording is wanted.
 * @param until ISO 8601 UTC, inclusive
 * @param most how many are wanted; Infinity: all
 * @returns reads on for one wording. `since`: when it first stood; nobody approved it before
 */
export async function approvalsBackwards(
  frameworkId: string,
  useCaseId: string,
  until: string,
  most: number,
): Promise<(hash: string, since: string) => Promise<NewestApprovals>> {
  const queries = [ofRule(frameworkId, useCaseId), ofGroup(frameworkId, useCaseId)].map((pk) => ({
    pk,
    below: `${until}~`,
    descending: true,
  }));
  const limit = Number.isFinite(most) ? { limit: most + 1 } : {};
  const first = await Promise.all(queries.map((query) => queryOnce({ ...query, ...limit })));
  return async (hash, since) => {
    const read = async (query: (typeof queries)[number], start: QueryResult | undefined) => {
      const items: Item[] = [];
      let count = 0;
      let page = start;
      while (page !== undefined) {
        items.push(...page.items);
        count += page.items.flatMap((item) => ofWording(item, useCaseId, hash)).length;
        const { lastKey } = page;
        if (count > most || lastKey === null || String(lastKey.sk) < since) break;
        page = await queryOnce({ ...query, from: since, startKey: lastKey });
      }
      return items;
    };
    const found = (await Promise.all(queries.map((query, i) => read(query, first[i]))))
      .flat()
      .sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1))
      .flatMap((item) => ofWording(item, useCaseId, hash));
    return { approvals: found.slice(-most), isMore: found.length > most };
  };
}

const ofWording = (item: Item, useCaseId: string, hash: string): Approval[] =>
  approvalIn(item, useCaseId).filter(({ content_hash }) => content_hash === hash);

function approvalIn(item: Item, useCaseId: string): Approval[] {
  const stored = (item.approvals ?? [item.approval]) as readonly Stored[];
  return stored.flatMap(({ rules, ...approval }) =>
    rules
      .filter(({ use_case_id }) => use_case_id === useCaseId)
      .map(({ content_hash, outcome }) => ({
        ...approval,
        decision: outcome ?? approval.decision,
        content_hash,
      })),
  );
}
