import { bind } from "#shared/edge/bind.ts";
import * as idpSetupRoutes from "#shared/routes/table/setup-idp.ts";
import { switchIdpFederation } from "#shared/use-cases/setup/switch-idp-federation.ts";

export const handler = bind(idpSetupRoutes.disableIdpFederation)(async ({ principal, now }) => ({
  status: 200,
  body: await switchIdpFederation(false, { actorUserId: principal.userId, now }),
}));
