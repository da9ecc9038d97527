import { bindBody } from "#shared/edge/bind.ts";
import * as idpSetupRoutes from "#shared/routes/table/setup-idp.ts";
import { testIdpExchange } from "#shared/use-cases/setup/test-idp-exchange.ts";

export const handler = bindBody(idpSetupRoutes.testIdpExchange)(({ now }) => testIdpExchange(now));
