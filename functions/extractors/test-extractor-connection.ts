import { bind } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { testConnection } from "#shared/use-cases/extractors/test-connection.ts";

export const handler = bind(extractorRoutes.testExtractorConnection)(
  async ({ body, principal, requestId, now }) => ({
    status: 200,
    body: await testConnection(body, principal, requestId, now),
  }),
);
