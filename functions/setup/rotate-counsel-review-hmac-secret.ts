import { bind } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { rotateCounselSecret } from "#shared/use-cases/setup/change-counsel-secret.ts";

export const handler = bind(setupSecretRoutes.rotateCounselReviewHmacSecret)(
  async ({ principal, now }) => ({
    status: 200,
    body: await rotateCounselSecret({ actorUserId: principal.userId, now }),
  }),
);
