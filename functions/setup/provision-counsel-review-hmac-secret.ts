import { bind } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { provisionCounselReviewHmacSecret } from "#shared/use-cases/setup/provision-counsel-review-hmac-secret.ts";

export const handler = bind(setupSecretRoutes.provisionCounselReviewHmacSecret)(
  async ({ principal, now }) => ({
    status: 200,
    body: await provisionCounselReviewHmacSecret({ actorUserId: principal.userId, now }),
  }),
);
