import { bindBody } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { provisionCounselReviewHmacSecret } from "#shared/use-cases/setup/provision-counsel-review-hmac-secret.ts";

export const handler = bindBody(setupSecretRoutes.provisionCounselReviewHmacSecret)(({ caller }) =>
  provisionCounselReviewHmacSecret(caller),
);
