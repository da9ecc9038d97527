import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import type { SignedBy } from "#shared/domain/standing/objection.ts";
import {
  approves,
  byDecision,
  newestOf,
  type RuleDecision,
} from "#shared/domain/standing/standing.ts";
import { decisionOn, rulePartitions, type SignedDecision } from "./decision-items.ts";
import { type Item, type QueryResult, queryAll, queryOnce } from "./read.ts";

/* Who decided what on which wording of a rule; decision-items.ts describes where. */

/** What one counsel said about a rule, in a decision that counts. */
export interface Opinion {
  review_id: string;
  panel_id: string | null;
  /** The outcome for the rule. */
  decision: Decision;
  decided_at: string;
  content_hash: string;
  /** Counsel as they signed. */
  counsel: SignedBy;
}

const AT_ONCE = 16;

/**
 * The items about some rules, oldest first.
 * @param until ISO 8601 UTC, inclusive
 */
async function itemsAbout(
  frameworkId: string,
  useCaseIds: readonly string[],
  until: string,
): Promise<(useCaseId: string) => Item[]> {
  const keys = (id: string) => rulePartitions(frameworkId, id);
  const found = new Map<string, Item[]>();
  await eachBounded(new Set(useCaseIds.flatMap(keys)), AT_ONCE, async (pk) => {
    found.set(pk, await queryAll({ pk, below: `${until}~` }));
  });
  return (id) =>
    keys(id)
      .flatMap((pk) => found.get(pk) ?? [])
      .sort(byKey);
}

const byKey = (a: Item, b: Item): number => (String(a.sk) < String(b.sk) ? -1 : 1);

/**
 * What counsel said about these rules, in any wording, oldest first.
 * @param until ISO 8601 UTC, inclusive
 */
export async function opinionsOn(
  frameworkId: string,
  useCaseIds: readonly string[],
  until: string,
): Promise<(useCaseId: string) => Opinion[]> {
  const items = await itemsAbout(frameworkId, useCaseIds, until);
  return (id) => items(id).flatMap((item) => opinionsIn(item, id));
}

/**
 * The newest decision on each wording of these rules, in any order.
 * @param until ISO 8601 UTC, inclusive
 */
export async function newestDecisionsOn(
  frameworkId: string,
  useCaseIds: readonly string[],
  until: string,
): Promise<(useCaseId: string) => RuleDecision[]> {
  const items = await itemsAbout(frameworkId, useCaseIds, until);
  return (id) => {
    const all = items(id).flatMap((item) => decisionIn(item, id));
    return [...Map.groupBy(all, ({ content_hash }) => content_hash).values()].flatMap(
      (same) => newestOf(same) ?? [],
    );
  };
}

/**
 * The newest approval of each of these wordings by a panel that nobody has refused since; null: none.
 * @param wordings content hashes by rule
 * @param until ISO 8601 UTC, inclusive
 */
export async function panelApprovalsOn(
  frameworkId: string,
  wordings: ReadonlyMap<string, string>,
  until: string,
): Promise<(useCaseId: string) => RuleDecision | null> {
  const items = await itemsAbout(frameworkId, [...wordings.keys()], until);
  return (id) => {
    const all = items(id)
      .flatMap((item) => decisionIn(item, id))
      .filter(({ content_hash }) => content_hash === wordings.get(id))
      .sort(byDecision);
    const refused = all.findLastIndex((one) => !approves(one));
    return all.slice(refused + 1).findLast(({ panel_id }) => panel_id !== null) ?? null;
  };
}

/** The newest opinions on one wording, oldest first. */
export interface NewestOpinions {
  opinions: Opinion[];
  /** Older ones were not read: there are more approvals than were wanted. */
  isMore: boolean;
}

/**
 * What counsel said about a rule up to an instant, newest first. It reads what is likely to be enough
 * before it is known which wording is wanted.
 * @param until ISO 8601 UTC, inclusive
 * @param most how many approvals are wanted; Infinity: all of them
 * @returns a function that reads on for one wording. `since`: when the wording first stood; nobody
 * decided on it before
 */
export async function opinionsBackwards(
  frameworkId: string,
  useCaseId: string,
  until: string,
  most: number,
): Promise<(hash: string, since: string) => Promise<NewestOpinions>> {
  const queries = rulePartitions(frameworkId, useCaseId).map((pk) => ({
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
        count += page.items
          .flatMap((item) => ofWording(item, useCaseId, hash))
          .filter(({ decision }) => isApproval(decision)).length;
        const { lastKey } = page;
        if (count > most || lastKey === null || String(lastKey.sk) < since) break;
        page = await queryOnce({ ...query, from: since, startKey: lastKey });
      }
      return items;
    };
    const found = (await Promise.all(queries.map((query, i) => read(query, first[i]))))
      .flat()
      .sort(byKey)
      .flatMap((item) => ofWording(item, useCaseId, hash));
    const approvals = found.filter(({ decision }) => isApproval(decision));
    return { opinions: found, isMore: approvals.length > most };
  };
}

const ofWording = (item: Item, useCaseId: string, hash: string): Opinion[] =>
  opinionsIn(item, useCaseId).filter(({ content_hash }) => content_hash === hash);

function decisionIn(item: Item, useCaseId: string): RuleDecision[] {
  const decision = item.decision as SignedDecision;
  return decision.rules
    .filter(({ use_case_id }) => use_case_id === useCaseId)
    .map((rule) => decisionOn(decision, rule));
}

function opinionsIn(item: Item, useCaseId: string): Opinion[] {
  const { signed } = item.decision as SignedDecision;
  return decisionIn(item, useCaseId).flatMap(({ panel_id, decided_at, content_hash }) =>
    signed.flatMap(({ review_id, counsel, outcomes }) =>
      outcomes
        .filter(({ use_case_id }) => use_case_id === useCaseId)
        .map(({ outcome: decision }): Opinion => {
          return { review_id, panel_id, decision, decided_at, content_hash, counsel };
        }),
    ),
  );
}
