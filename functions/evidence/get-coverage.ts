import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getCoverage } from "#shared/use-cases/evidence/get-coverage.ts";

export const handler = bind(evidenceRoutes.getCoverage)(async ({ params, query, now }) => ({
  status: 200,
  body: await getCoverage(params.framework_id, query, now),
}));
