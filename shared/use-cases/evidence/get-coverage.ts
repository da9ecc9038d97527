import { noSuch } from "#shared/domain/errors.ts";
import { enforcementAt, startingOn } from "#shared/domain/frameworks/enforcement.ts";
import {
  type CoverageFilters,
  coverageRow,
  isLetThrough,
  rowsWithinAnswer,
  shownStanding,
} from "#shared/domain/standing/coverage.ts";
import { outlineRow } from "#shared/domain/standing/coverage-outline.ts";
import type { Objection } from "#shared/domain/standing/objection.ts";
import { totalsOf } from "#shared/domain/standing/rule-status.ts";
import type { Standing } from "#shared/domain/standing/standing.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { objectionsIn } from "#shared/use-cases/standing/objections-in.ts";
import { readRuleRecords } from "#shared/use-cases/standing/rule-records.ts";
import { rulesAt } from "#shared/use-cases/standing/rules-at.ts";
import { getCoverageMonths } from "./get-coverage-months.ts";

interface Asked extends CoverageFilters {
  /** ISO 8601 UTC; left out: now. */
  as_of?: string | undefined;
  view?: "full" | "outline" | "months" | undefined;
}

/** A framework's drift report in the requested view. @throws DomainError `not_found` */
export function getCoverage(frameworkId: string, asked: Asked, now: string) {
  const { as_of: asOf = null, view = "full", ...filters } = asked;
  return view === "months"
    ? getCoverageMonths(frameworkId, asOf, now)
    : coverageReport({ frameworkId, asOf, view, filters }, now);
}

/** A report for machines, with the id of counsel who object, but neither their names nor their words. */
export function withoutNames(answer: Awaited<ReturnType<typeof getCoverage>>) {
  const { rules, outline, ...report } = { outline: undefined, ...answer };
  return {
    ...report,
    rules: rules.map((row) => withIdAlone(row)),
    ...(outline && { outline: outline.map((row) => withIdAlone(row)) }),
  };
}

const withIdAlone = <R extends { objection: Objection | null }>({ objection, ...row }: R) => ({
  ...row,
  objection: objection && { ...objection, counsel: { id: objection.counsel.id }, text: null },
});

/** The request for a framework's report: all of its rows, or an outline without texts. */
export interface CoverageAsked {
  frameworkId: string;
  /** ISO 8601 UTC; null: now. */
  asOf: string | null;
  view: "full" | "outline";
  filters?: CoverageFilters;
}

/**
 * The drift report of a framework: for now, for a past instant with the content and decisions of that
 * time, or for a future instant with what is known now.
 * @throws DomainError `not_found`
 */
export async function coverageReport(
  { frameworkId, asOf, view, filters = {} }: CoverageAsked,
  now: string,
) {
  const at = asOf ?? now;
  const [framework, live, events, records] = await Promise.all([
    getFramework(frameworkId),
    allLiveRules(frameworkId),
    enforcementOf(frameworkId),
    readRuleRecords({ frameworkId, at, now }),
  ]);
  if (framework === null) throw noSuch("framework");
  const isPast = at < now;
  const wordings = live.map(({ rule, content_hash }) => [rule.use_case_id, content_hash] as const);
  const standingOn = await records(wordings);
  const [rules, objectionsNow] = await Promise.all([
    rulesAt(live, isPast ? at : null, (id, wording) => {
      const { state, decision } = standingOn(id, wording);
      return state === "changed" ? (decision?.content_hash ?? null) : null;
    }),
    isPast ? null : objectionsIn(wordings.map((wording) => standingOn(...wording))),
  ]);
  const standings = rules.map((one) => standingOn(one.use_case_id, one.content_hash));
  const objectionTo = objectionsNow ?? (await objectionsIn(standings));
  const lawOf = enforcementAt(events, at);
  const starting =
    filters.starts === undefined
      ? null
      : startingOn(
          rules.map(({ rule }) => rule),
          events,
          filters.starts,
        );
  const rows = rules.flatMap(({ other, ...then }, i) => {
    const standing = standings[i] as Standing;
    const shown = shownStanding(standing, objectionTo(then.use_case_id, standing));
    if (!isLetThrough(shown, filters, starting?.has(then.use_case_id) === true)) return [];
    return [{ row: coverageRow(then, shown, other, lawOf(then.rule)), rule: then.rule }];
  });
  return {
    framework_id: frameworkId,
    as_of: at,
    totals: totalsOf(rows.map(({ row }) => row.status)),
    rules: view === "full" ? rowsWithinAnswer(rows.map(({ row }) => row)) : [],
    ...(view === "outline" ? { outline: rows.map(({ row, rule }) => outlineRow(row, rule)) } : {}),
  };
}
