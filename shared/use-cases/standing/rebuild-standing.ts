import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type StatusTotals, statusOf, totalsOf } from "#shared/domain/standing/rule-status.ts";
import { standingOf } from "#shared/domain/standing/standing.ts";
import { allKeptMonths, type CoveragePoint, correctMonths } from "#shared/store/coverage-months.ts";
import type { PastDecision } from "#shared/store/decision-items.ts";
import { countingIn, derivedStanding, type Sources } from "#shared/store/derived-standing.ts";
import { getPanels, panelsOf } from "#shared/store/panels.ts";
import { reviewsOf } from "#shared/store/review-lists.ts";
import { getReview } from "#shared/store/reviews.ts";
import { allLiveRules, earlierVersions } from "#shared/store/rules.ts";
import {
  differencesIn,
  mend,
  type StoredStanding,
  storedStanding,
} from "#shared/store/stored-standing.ts";
import { byRule } from "./requests-at.ts";
import { wordingsAt } from "./totals-at.ts";

/** What a rebuild found, and did. */
export interface Rebuilt {
  /** One line for each stored value that differs from what follows from the decisions. */
  differences: string[];
  /** How many values were left because they changed at the same time: rebuild once more. */
  left: number;
}

/**
 * Derives everything that is stored about a framework's standing anew from its requests and panels, and
 * writes what differs: the past decisions, the kept standing of each rule, and the months. Decisions
 * that are made meanwhile stay as they are.
 * @param isDry only reports the differences
 * @param now ISO 8601 UTC
 */
export async function rebuildStanding(
  frameworkId: string,
  isDry: boolean,
  now: string,
): Promise<Rebuilt> {
  const live = await allLiveRules(frameworkId);
  const ids = live.map(({ rule }) => rule.use_case_id);
  const [stored, kept, earlier] = await Promise.all([
    storedStanding(frameworkId, ids),
    allKeptMonths(frameworkId),
    earlierVersions(live),
  ]);
  // Read last: whatever was stored by then has its decision or its request among them.
  const sources = await sourcesOf(frameworkId, stored);
  const differences = differencesIn(stored, derivedStanding(sources), now);
  const totalsAt = totalsFrom(sources);
  const months = kept.flatMap(({ as_of, totals }): CoveragePoint[] => {
    const due = totalsAt(wordingsAt(live, earlier, as_of), as_of);
    return isSame(totals, due) ? [] : [{ as_of, totals: due }];
  });
  if (!isDry) await correctMonths(frameworkId, months);
  return {
    differences: [
      ...differences.map(({ what }) => what),
      ...months.map(({ as_of }) => `the month from ${as_of} on does not count what held then`),
    ],
    left: isDry ? 0 : await mend(frameworkId, stored, differences),
  };
}

const AT_ONCE = 16;

/**
 * Every request and panel of a framework, read strongly consistent. The indexes only list them and may
 * lag behind, so what the stored values name is read as well.
 */
async function sourcesOf(framework_id: string, stored: StoredStanding): Promise<Sources> {
  const [listed, listedPanels] = await Promise.all([
    reviewsOf(framework_id),
    panelsOf(framework_id),
  ]);
  const named = namedIn(stored);
  const idsOf = (isPanel: boolean) =>
    named.filter((one) => one.isPanel === isPanel).map(({ id }) => id);
  const isItsOwn = <T extends { framework_id: string }>(one: T | null): one is T =>
    one?.framework_id === framework_id;
  const panelIds = new Set([...listedPanels.map(({ id }) => id), ...idsOf(true)]);
  const panels = (await getPanels([...panelIds])).filter(isItsOwn);
  const members = panels.flatMap((panel) => panel.members.map(({ review_id }) => review_id));
  const reviewIds = new Set([...listed.map(({ id }) => id), ...idsOf(false), ...members]);
  const reviews: ReviewRecord[] = [];
  await eachBounded(reviewIds, AT_ONCE, async (id) => {
    const review = await getReview(id);
    if (isItsOwn(review)) reviews.push(review);
  });
  return { framework_id, reviews, panels };
}

/** The requests and panels that the stored values name. */
const namedIn = ({ kept, items }: StoredStanding): { id: string; isPanel: boolean }[] => [
  ...items.map(({ sk, decision }) => ({
    id: sk.slice(sk.indexOf("#") + 1),
    isPanel: (decision as Partial<PastDecision> | undefined)?.panel_id !== undefined,
  })),
  ...kept
    .opened()
    .flatMap((useCaseId) => kept.marksOn(useCaseId).marks)
    .map(({ review_id, isPanel = false }) => ({ id: review_id, isPanel })),
];

const isSame = (a: StatusTotals, b: StatusTotals): boolean =>
  Object.keys({ ...a, ...b }).every(
    (status) => a[status as keyof StatusTotals] === b[status as keyof StatusTotals],
  );

/** Counts the rules in each status at an instant, from all decisions and requests. */
function totalsFrom(sources: Sources) {
  const decided = Map.groupBy(
    countingIn(sources).flatMap(({ counted }) => counted),
    ({ use_case_id }) => use_case_id,
  );
  const requestsOn = byRule(sources.reviews);
  return (wordings: ReadonlyMap<string, string>, at: string): StatusTotals =>
    totalsOf(
      [...wordings].map(([id, wording]) => {
        const decisions = (decided.get(id) ?? []).flatMap(({ decision }) => decision ?? []);
        return statusOf(standingOf({ decisions, requests: requestsOn(id) }, wording, at));
      }),
    );
}
