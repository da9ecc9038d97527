import { bindBody } from "#shared/edge/bind.ts";
import * as issuerSetupRoutes from "#shared/routes/table/setup-issuer.ts";
import { provisionKeypair } from "#shared/use-cases/setup/provision-keypair.ts";

export const handler = bindBody(issuerSetupRoutes.provisionKeypair)(({ caller }) =>
  provisionKeypair(caller),
);
