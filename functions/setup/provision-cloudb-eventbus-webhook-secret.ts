import { bindBody } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { provisionChannelSecret } from "#shared/use-cases/setup/change-channel-secret.ts";

export const handler = bindBody(setupSecretRoutes.provisionCloudbEventbusWebhookSecret)(
  ({ caller }) => provisionChannelSecret("cloudb-eventbus-webhook-secret", caller),
);
