import { bind } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { provisionCounselSecret } from "#shared/use-cases/setup/change-counsel-secret.ts";

export const handler = bind(setupSecretRoutes.provisionCounselReviewHmacSecret)(
  async ({ principal, now }) => ({
    status: 200,
    body: await provisionCounselSecret({ actorUserId: principal.userId, now }),
  }),
);
