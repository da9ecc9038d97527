import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { rotateWebhookSecret } from "#shared/use-cases/webhooks/rotate-webhook-secret.ts";

export const handler = bind(webhookRoutes.rotateWebhookSecret)(
  async ({ params, principal, now }) => ({
    status: 200,
    body: await rotateWebhookSecret(
      { owner: "platform", actorUserId: principal.userId, now },
      params.id,
    ),
  }),
);
