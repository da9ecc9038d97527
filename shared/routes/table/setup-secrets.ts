import * as z from "zod/mini";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "setup", access: "platform" });

const change = () => ({
  secret_version_id: z.string(),
  /** The deployment's revision after the change, which takes effect within 30 s. */
  revision: z.int(),
});

const provisioned = () => z.enum(["provisioned", "already_provisioned", "recovered"]);
const rotated = () => z.literal("rotated");
const provisionAnswer = () => z.object({ status: provisioned(), ...change() });
const rotateAnswer = () => z.object({ status: rotated(), ...change() });
const keyringChange = () => ({ key_id: z.string(), ...change() });

const provisionErrors = ["conflict", "secret_not_usable"] as const;
const rotateErrors = ["conflict", "secret_not_usable", "secret_not_provisioned"] as const;

const attached = "The attached version";

const keyringNeeds = {
  table: "write",
  readSecrets: ["counsel-review-hmac-secret"],
  writeSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;

/* Provisions and rotates the platform's secrets; values are never returned. */

export const provisionSourcehostWebhookSecret = /* @__PURE__ */ entry(
  "provisionSourcehostWebhookSecret",
  {
    on: "POST /admin/setup/sourcehost-webhook-secret/provision-secret",
    summary: "Provision the source host's webhook secret",
    responses: /* @__PURE__ */ ok(attached, provisionAnswer),
    errors: provisionErrors,
    needs: { table: "write", writeSecrets: ["sourcehost-webhook-secret"] },
  },
);

export const rotateSourcehostWebhookSecret = /* @__PURE__ */ entry(
  "rotateSourcehostWebhookSecret",
  {
    on: "POST /admin/setup/sourcehost-webhook-secret/rotate-secret",
    summary: "Rotate the source host's webhook secret",
    body: () =>
      z.optional(
        z.strictObject({
          /** How long the previous secret is still accepted; 0: it is rejected within 30 s. */
          overlap_seconds: z._default(z.int().check(z.minimum(0), z.maximum(3600)), 0),
        }),
      ),
    responses: /* @__PURE__ */ ok(attached, rotateAnswer),
    errors: rotateErrors,
    needs: { table: "write", writeSecrets: ["sourcehost-webhook-secret"] },
  },
);

export const setSourcehostAppKey = /* @__PURE__ */ entry("setSourcehostAppKey", {
  on: "POST /admin/setup/sourcehost-app/private-key",
  summary: "Store the private key of the platform's app at the source host",
  body: () =>
    z.strictObject({
      /** RSA of at least 2048 bits, PKCS#1 or PKCS#8; never returned. */
      private_key_pem: z.string().check(z.minLength(1), z.maxLength(16_384)),
    }),
  responses: /* @__PURE__ */ ok(attached, () =>
    z.object({
      status: z.enum(["provisioned", "already_provisioned", "rotated"]),
      ...change(),
    }),
  ),
  errors: ["conflict", "secret_not_usable", "invalid_private_key"],
  needs: {
    table: "write",
    readSecrets: ["sourcehost-app-private-key"],
    writeSecrets: ["sourcehost-app-private-key"],
  },
});

export const provisionCloudbEventbusWebhookSecret = /* @__PURE__ */ entry(
  "provisionCloudbEventbusWebhookSecret",
  {
    on: "POST /admin/setup/cloudb-eventbus-webhook-secret/provision-secret",
    summary: "Provision the event bus's webhook secret",
    responses: /* @__PURE__ */ ok(attached, provisionAnswer),
    errors: provisionErrors,
    needs: { table: "write", writeSecrets: ["cloudb-eventbus-webhook-secret"] },
  },
);

export const rotateCloudbEventbusWebhookSecret = /* @__PURE__ */ entry(
  "rotateCloudbEventbusWebhookSecret",
  {
    on: "POST /admin/setup/cloudb-eventbus-webhook-secret/rotate-secret",
    summary: "Rotate the event bus's webhook secret; the previous one is accepted for 90 s",
    responses: /* @__PURE__ */ ok(attached, rotateAnswer),
    errors: rotateErrors,
    needs: { table: "write", writeSecrets: ["cloudb-eventbus-webhook-secret"] },
  },
);

export const provisionCounselReviewHmacSecret = /* @__PURE__ */ entry(
  "provisionCounselReviewHmacSecret",
  {
    on: "POST /admin/setup/counsel-review-hmac-secret/provision-secret",
    summary: "Provision the counsel-review signing secret",
    responses: /* @__PURE__ */ ok(attached, () =>
      z.object({ status: provisioned(), ...keyringChange() }),
    ),
    errors: provisionErrors,
    needs: keyringNeeds,
  },
);

export const rotateCounselReviewHmacSecret = /* @__PURE__ */ entry(
  "rotateCounselReviewHmacSecret",
  {
    on: "POST /admin/setup/counsel-review-hmac-secret/rotate-secret",
    summary: "Rotate the counsel-review signing secret; every earlier one is kept",
    responses: /* @__PURE__ */ ok(attached, () =>
      z.object({ status: rotated(), ...keyringChange() }),
    ),
    errors: [
      "conflict",
      "secret_not_usable",
      "secret_not_provisioned",
      "secret_overridden",
      "keyring_full",
    ],
    needs: keyringNeeds,
  },
);
