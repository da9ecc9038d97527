import { bind } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { setSourcehostAppKey } from "#shared/use-cases/setup/set-sourcehost-app-key.ts";

export const handler = bind(setupSecretRoutes.setSourcehostAppKey)(
  async ({ body, principal, now }) => ({
    status: 200,
    body: await setSourcehostAppKey(body.private_key_pem, { actorUserId: principal.userId, now }),
  }),
);
