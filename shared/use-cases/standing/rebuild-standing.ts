import { type StatusTotals, statusOf, totalsOf } from "#shared/domain/standing/rule-status.ts";
import { standingOf } from "#shared/domain/standing/standing.ts";
import { allKeptMonths, type CoveragePoint, correctMonths } from "#shared/store/coverage-months.ts";
import { countingIn, derivedStanding, type Sources } from "#shared/store/derived-standing.ts";
import { panelsOf } from "#shared/store/panels.ts";
import { reviewsOf } from "#shared/store/review-lists.ts";
import { allLiveRules, earlierVersions } from "#shared/store/rules.ts";
import { differencesIn, mend, storedStanding } from "#shared/store/stored-standing.ts";
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
  const [stored, reviews, panels, kept, earlier] = await Promise.all([
    storedStanding(frameworkId, ids),
    reviewsOf(frameworkId),
    panelsOf(frameworkId),
    allKeptMonths(frameworkId),
    earlierVersions(live),
  ]);
  const sources: Sources = { framework_id: frameworkId, reviews, panels };
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
