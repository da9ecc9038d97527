import * as z from "zod/mini";
import { route } from "#shared/routes/contract/route.ts";

const change = () => ({
  secret_version_id: z.string(),
  /** Number of the deployment's last change; it takes effect within 30 s. */
  revision: z.int(),
});

const provisioned = () => z.enum(["provisioned", "already_provisioned", "recovered"]);
const provisionAnswer = () => z.object({ status: provisioned(), ...change() });
const rotateAnswer = () => z.object({ status: z.literal("rotated"), ...change() });
const keyId = () => ({ key_id: z.string() });

const provisionErrors = ["conflict", "secret_not_usable"] as const;
const rotateErrors = [...provisionErrors, "secret_not_provisioned"] as const;

const byPlatform = { area: "setup", method: "POST", access: "platform" } as const;

const attached = <S>(schema: S) =>
  ({ 200: { description: "The attached version", schema } }) as const;

const keyringNeeds = {
  table: "write",
  readSecrets: ["counsel-review-hmac-secret"],
  writeSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;

/** Provision and rotate of the three platform secrets; a value is never returned. */
export const setupSecretRoutes = {
  provisionSourcehostWebhookSecret: route({
    id: "provisionSourcehostWebhookSecret",
    ...byPlatform,
    path: "/admin/setup/sourcehost-webhook-secret/provision-secret",
    summary: "Provision the source host's webhook secret",
    responses: attached(provisionAnswer),
    errors: provisionErrors,
    needs: { table: "write", writeSecrets: ["sourcehost-webhook-secret"] },
  }),
  rotateSourcehostWebhookSecret: route({
    id: "rotateSourcehostWebhookSecret",
    ...byPlatform,
    path: "/admin/setup/sourcehost-webhook-secret/rotate-secret",
    summary: "Rotate the source host's webhook secret",
    body: () =>
      z.optional(
        z.strictObject({
          /** How long the secret before is still accepted; 0: it ends within 30 s. */
          overlap_seconds: z._default(z.int().check(z.minimum(0), z.maximum(3600)), 0),
        }),
      ),
    responses: attached(rotateAnswer),
    errors: rotateErrors,
    needs: { table: "write", writeSecrets: ["sourcehost-webhook-secret"] },
  }),
  setSourcehostAppKey: route({
    id: "setSourcehostAppKey",
    ...byPlatform,
    path: "/admin/setup/sourcehost-app/private-key",
    summary: "Store the private key of the platform's app at the source host",
    body: () =>
      z.strictObject({
        /** RSA of at least 2048 bits, PKCS#1 or PKCS#8; never returned. */
        private_key_pem: z.string().check(z.minLength(1), z.maxLength(16_384)),
      }),
    responses: attached(() =>
      z.object({ status: z.enum(["provisioned", "already_provisioned", "rotated"]), ...change() }),
    ),
    errors: ["conflict", "secret_not_usable", "invalid_private_key"],
    needs: {
      table: "write",
      readSecrets: ["sourcehost-app-private-key"],
      writeSecrets: ["sourcehost-app-private-key"],
    },
  }),
  provisionCloudbEventbusWebhookSecret: route({
    id: "provisionCloudbEventbusWebhookSecret",
    ...byPlatform,
    path: "/admin/setup/cloudb-eventbus-webhook-secret/provision-secret",
    summary: "Provision the event bus's webhook secret",
    responses: attached(provisionAnswer),
    errors: provisionErrors,
    needs: { table: "write", writeSecrets: ["cloudb-eventbus-webhook-secret"] },
  }),
  rotateCloudbEventbusWebhookSecret: route({
    id: "rotateCloudbEventbusWebhookSecret",
    ...byPlatform,
    path: "/admin/setup/cloudb-eventbus-webhook-secret/rotate-secret",
    summary: "Rotate the event bus's webhook secret; the previous one is accepted for 90 s",
    responses: attached(rotateAnswer),
    errors: rotateErrors,
    needs: { table: "write", writeSecrets: ["cloudb-eventbus-webhook-secret"] },
  }),
  provisionCounselReviewHmacSecret: route({
    id: "provisionCounselReviewHmacSecret",
    ...byPlatform,
    path: "/admin/setup/counsel-review-hmac-secret/provision-secret",
    summary: "Provision the counsel-review signing secret",
    responses: attached(() => z.extend(provisionAnswer(), keyId())),
    errors: provisionErrors,
    needs: keyringNeeds,
  }),
  rotateCounselReviewHmacSecret: route({
    id: "rotateCounselReviewHmacSecret",
    ...byPlatform,
    path: "/admin/setup/counsel-review-hmac-secret/rotate-secret",
    summary: "Rotate the counsel-review signing secret; every earlier one is kept",
    responses: attached(() => z.extend(rotateAnswer(), keyId())),
    errors: [...rotateErrors, "keyring_full"],
    needs: keyringNeeds,
  }),
};
