import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { testExtractorConnection } from "#shared/use-cases/extractors/test-extractor-connection.ts";

export const handler = bind(
  extractorRoutes.testExtractorConnection,
  knownTenant,
)(async ({ body, principal, requestId, now }) => ({
  status: 200,
  body: await testExtractorConnection(body, principal, requestId, now),
}));
