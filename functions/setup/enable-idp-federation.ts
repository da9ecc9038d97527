import { bindBody } from "#shared/edge/bind.ts";
import * as idpSetupRoutes from "#shared/routes/table/setup-idp.ts";
import { switchIdpFederation } from "#shared/use-cases/setup/switch-idp-federation.ts";

export const handler = bindBody(idpSetupRoutes.enableIdpFederation)(({ caller }) =>
  switchIdpFederation(true, caller),
);
