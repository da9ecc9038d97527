import { rankRules, readQuestion } from "#shared/domain/evidence/question/question.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import type { Objection } from "#shared/domain/standing/objection.ts";
import { type RuleStatus, statusOf } from "#shared/domain/standing/rule-status.ts";
import { noStanding } from "#shared/domain/standing/standing.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { objectionsIn } from "#shared/use-cases/standing/objections-in.ts";
import { standingsFrom, wordingsOf } from "#shared/use-cases/standing/rule-records.ts";

/** How many frameworks' rules are read concurrently. */
const AT_ONCE = 8;

interface Found {
  one: LiveRule;
  rank: number;
  isCurrent: boolean;
}

/**
 * Finds live rules by article, words, id or the names of their framework. Rules of current frameworks
 * come first; within them the best match comes first, and then the order of the law decides. Only rules
 * that are live now are searched.
 * @param now ISO 8601 UTC
 */
export async function searchRules(
  { search, limit }: { search: string; limit: number },
  now: string,
) {
  const question = readQuestion(search, now.slice(0, 10));
  const frameworks = (await allFrameworks()).toSorted(
    (a, b) => Number(a.status !== "current") - Number(b.status !== "current"),
  );
  const perFramework: Found[][] = frameworks.map(() => []);
  await eachBounded(frameworks.entries(), AT_ONCE, async ([at, framework]) => {
    const { id, display_name, short_name } = framework;
    const isCurrent = framework.status === "current";
    const live = new Map((await allLiveRules(id)).map((one) => [one.rule.use_case_id, one]));
    const asked = [...live.values()].map(({ rule }) => rule);
    const found = rankRules(asked, question, () => [display_name, short_name, id]);
    perFramework[at] = found.flatMap(({ rule, rank }): Found[] => {
      const one = live.get(rule.use_case_id);
      return one === undefined ? [] : [{ one, rank, isCurrent }];
    });
  });
  const rules = perFramework
    .flat()
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || a.rank - b.rank)
    .map(({ one }) => one);
  return { found: rules.length, rules: await withStanding(rules.slice(0, limit), now) };
}

/** Adds the standing to the rules. The kept standing is read for these rules only. */
async function withStanding(rules: readonly LiveRule[], now: string) {
  const shown = new Map<LiveRule, { review_status: RuleStatus; objection: Objection | null }>();
  const books = Map.groupBy(rules, ({ framework_id }) => framework_id);
  await eachBounded(books, AT_ONCE, async ([frameworkId, group]) => {
    const useCaseIds = group.map(({ rule }) => rule.use_case_id);
    const kept = await readKeptStanding(frameworkId, useCaseIds);
    const wordings = wordingsOf(group);
    const standingOn = await standingsFrom(frameworkId, kept, wordings, now);
    const standings = wordings.map((wording) => standingOn(...wording));
    const objectionTo = await objectionsIn(standings);
    for (const [at, live] of group.entries()) {
      const standing = standings[at] ?? noStanding;
      const objection = objectionTo(live.rule.use_case_id, standing);
      shown.set(live, { review_status: statusOf(standing), objection });
    }
  });
  return rules.map((live) => ({
    framework_id: live.framework_id,
    use_case_id: live.rule.use_case_id,
    title: live.rule.title,
    citation: live.rule.citations[0]?.label ?? null,
    version: live.version,
    updated_at: live.updated_at,
    ...(shown.get(live) ?? { review_status: "never_reviewed" as const, objection: null }),
  }));
}
