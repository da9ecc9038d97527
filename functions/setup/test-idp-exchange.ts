import { bind } from "#shared/edge/bind.ts";
import * as idpSetupRoutes from "#shared/routes/table/setup-idp.ts";
import { testExchange } from "#shared/use-cases/setup/test-exchange.ts";

export const handler = bind(idpSetupRoutes.testIdpExchange)(async ({ now }) => ({
  status: 200,
  body: await testExchange(now),
}));
