import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getCoverage } from "#shared/use-cases/evidence/get-coverage.ts";
import { getCoverageMonths } from "#shared/use-cases/evidence/get-coverage-months.ts";

export const handler = bind(evidenceRoutes.getCoverage)(async ({ params, query, now }) => {
  const { as_of = null, view = "full" } = query;
  return {
    status: 200,
    body:
      view === "months"
        ? await getCoverageMonths(params.framework_id, as_of, now)
        : await getCoverage(params.framework_id, as_of, now, view),
  };
});
