import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { testExtractorConnection } from "#shared/use-cases/extractors/test-extractor-connection.ts";

export const handler = bindTenant(extractorRoutes.testExtractorConnection)(
  ({ body, principal, requestId, now }) => testExtractorConnection(body, principal, requestId, now),
);
