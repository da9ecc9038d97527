import { bind } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { setAppKey } from "#shared/use-cases/setup/set-app-key.ts";

export const handler = bind(setupSecretRoutes.setSourcehostAppKey)(
  async ({ body, principal, now }) => ({
    status: 200,
    body: await setAppKey(body.private_key_pem, { actorUserId: principal.userId, now }),
  }),
);
