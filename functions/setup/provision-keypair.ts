import { bind } from "#shared/edge/bind.ts";
import * as issuerSetupRoutes from "#shared/routes/table/setup-issuer.ts";
import { provisionKeypair } from "#shared/use-cases/setup/provision-keypair.ts";

export const handler = bind(issuerSetupRoutes.provisionKeypair)(async ({ principal, now }) => ({
  status: 200,
  body: await provisionKeypair({ actorUserId: principal.userId, now }),
}));
