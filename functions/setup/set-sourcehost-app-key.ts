import { bindBody } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { setSourcehostAppKey } from "#shared/use-cases/setup/set-sourcehost-app-key.ts";

export const handler = bindBody(setupSecretRoutes.setSourcehostAppKey)(({ body, caller }) =>
  setSourcehostAppKey(body.private_key_pem, caller),
);
