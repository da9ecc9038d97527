import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { rotateEndpointSecret } from "#shared/use-cases/webhooks/change-endpoint.ts";

export const handler = bind(webhookRoutes.rotateWebhookSecret)(
  async ({ params, principal, now }) => ({
    status: 200,
    body: await rotateEndpointSecret(
      { owner: "platform", actorUserId: principal.userId, now },
      params.id,
    ),
  }),
);
