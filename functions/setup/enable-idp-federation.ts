import { bind } from "#shared/edge/bind.ts";
import * as idpSetupRoutes from "#shared/routes/table/setup-idp.ts";
import { switchFederation } from "#shared/use-cases/setup/switch-federation.ts";

export const handler = bind(idpSetupRoutes.enableIdpFederation)(async ({ principal, now }) => ({
  status: 200,
  body: await switchFederation(true, { actorUserId: principal.userId, now }),
}));
