import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getCoverage } from "#shared/use-cases/evidence/get-coverage.ts";
import { getCoverageMonths } from "#shared/use-cases/evidence/get-coverage-months.ts";

export const handler = bind(evidenceRoutes.getCoverage)(async ({ params, query, now }) => {
  const { framework_id: frameworkId } = params;
  const { as_of: asOf = null, view = "full", ...filters } = query;
  return {
    status: 200,
    body:
      view === "months"
        ? await getCoverageMonths(frameworkId, asOf, now)
        : await getCoverage({ frameworkId, asOf, view, filters }, now),
  };
});
