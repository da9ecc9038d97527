import { noSuch } from "#shared/domain/errors.ts";
import { lastMonths } from "#shared/domain/standing/coverage-months.ts";
import { type CoveragePoint, keptMonthsRead } from "#shared/store/coverage-months.ts";
import { frameworkRead } from "#shared/store/frameworks.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { totalsAt } from "#shared/use-cases/standing/totals-at.ts";

const MONTHS = 6;

/**
 * A framework's totals at an instant, and at the beginning of its month and of the five before it, each
 * as in `coverageReport`. Kept totals take one read; the others are computed.
 * @param asOf ISO 8601 UTC; null: now
 * @throws DomainError `not_found`
 */
export async function getCoverageMonths(frameworkId: string, asOf: string | null, now: string) {
  const at = asOf ?? now;
  const instants = [...lastMonths(at, MONTHS).filter((month) => month < at), at];
  const { framework, kept } = await readTogether({
    framework: frameworkRead(frameworkId),
    kept: keptMonthsRead(frameworkId, instants),
  });
  if (framework === null) throw noSuch("framework");
  const unknown = instants.filter((one) => !kept.has(one));
  const found = await totalsAt(frameworkId, unknown, now);
  const totals = new Map([...kept, ...found.map((one) => [one.as_of, one.totals] as const)]);
  const points = instants.map((as_of) => ({
    as_of,
    totals: totals.get(as_of) as CoveragePoint["totals"],
  }));
  const [last] = points.splice(-1);
  return { framework_id: frameworkId, ...(last as CoveragePoint), rules: [], months: points };
}
