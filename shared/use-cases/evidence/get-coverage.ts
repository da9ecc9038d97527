import type { CoverageFilters } from "#shared/domain/standing/coverage.ts";
import { coverageReport } from "./coverage-report.ts";
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
