import { bind } from "#shared/edge/bind.ts";
import * as issuerSetupRoutes from "#shared/routes/table/setup-issuer.ts";
import { rotateKeypair } from "#shared/use-cases/setup/rotate-keypair.ts";

export const handler = bind(issuerSetupRoutes.rotateKeypair)(async ({ body, principal, now }) => ({
  status: 200,
  body: await rotateKeypair(body?.emergency ?? false, { actorUserId: principal.userId, now }),
}));
