import { bindBody } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getCoverage } from "#shared/use-cases/evidence/coverage-report.ts";

export const handler = bindBody(evidenceRoutes.getCoverage)(({ params, query, now }) =>
  getCoverage(params.framework_id, query, now),
);
