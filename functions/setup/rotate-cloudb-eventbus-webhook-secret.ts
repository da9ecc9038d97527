import { bindBody } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { rotateChannelSecret } from "#shared/use-cases/setup/change-channel-secret.ts";

export const handler = bindBody(setupSecretRoutes.rotateCloudbEventbusWebhookSecret)(({ caller }) =>
  rotateChannelSecret("cloudb-eventbus-webhook-secret", caller),
);
