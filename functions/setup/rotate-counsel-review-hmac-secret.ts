import { bind } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { rotateCounselReviewHmacSecret } from "#shared/use-cases/setup/rotate-counsel-review-hmac-secret.ts";

export const handler = bind(setupSecretRoutes.rotateCounselReviewHmacSecret)(
  async ({ principal, now }) => ({
    status: 200,
    body: await rotateCounselReviewHmacSecret({ actorUserId: principal.userId, now }),
  }),
);
