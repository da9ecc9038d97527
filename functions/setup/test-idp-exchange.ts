import { bind } from "#shared/edge/bind.ts";
import * as idpSetupRoutes from "#shared/routes/table/setup-idp.ts";
import { testIdpExchange } from "#shared/use-cases/setup/test-idp-exchange.ts";

export const handler = bind(idpSetupRoutes.testIdpExchange)(async ({ now }) => ({
  status: 200,
  body: await testIdpExchange(now),
}));
