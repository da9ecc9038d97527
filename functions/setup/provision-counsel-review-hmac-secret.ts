import { bind } from "../../shared/edge/bind.ts";
import { setupSecretRoutes } from "../../shared/routes/setup-secrets.ts";
import { provisionCounselSecret } from "./counsel-secret.ts";

export const handler = bind(setupSecretRoutes.provisionCounselReviewHmacSecret)(
  async ({ principal, now }) => ({
    status: 200,
    body: await provisionCounselSecret({ actorUserId: principal.userId, now }),
  }),
);
