import { bindBody } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { rotateCounselReviewHmacSecret } from "#shared/use-cases/setup/rotate-counsel-review-hmac-secret.ts";

export const handler = bindBody(setupSecretRoutes.rotateCounselReviewHmacSecret)(({ caller }) =>
  rotateCounselReviewHmacSecret(caller),
);
