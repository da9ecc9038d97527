import { bindBody } from "#shared/edge/bind.ts";
import * as issuerSetupRoutes from "#shared/routes/table/setup-issuer.ts";
import { rotateKeypair } from "#shared/use-cases/setup/rotate-keypair.ts";

export const handler = bindBody(issuerSetupRoutes.rotateKeypair)(({ body, caller }) =>
  rotateKeypair(body?.emergency ?? false, caller),
);
