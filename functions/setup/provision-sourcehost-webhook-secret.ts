import { bind } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { provisionChannelSecret } from "#shared/use-cases/setup/change-channel-secret.ts";

export const handler = bind(setupSecretRoutes.provisionSourcehostWebhookSecret)(
  async ({ principal, now }) => ({
    status: 200,
    body: await provisionChannelSecret("sourcehost-webhook-secret", {
      actorUserId: principal.userId,
      now,
    }),
  }),
);
