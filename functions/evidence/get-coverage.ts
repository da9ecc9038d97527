import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { reportCoverage } from "#shared/use-cases/evidence/report-coverage.ts";

export const handler = bind(evidenceRoutes.getCoverage)(async ({ params, query, now }) => ({
  status: 200,
  body: await reportCoverage(params.framework_id, query.as_of ?? null, now),
}));
