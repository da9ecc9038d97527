import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

const secretChange = {
  resourceType: "platform_secret",
  context: () =>
    z.strictObject({
      secret_version_id: z.string(),
      /** Seconds for which the previous secret is still accepted; only on rotation. */
      overlap_seconds: z.optional(z.int()),
    }),
} as const;

const keyringChange = {
  resourceType: "platform_secret",
  context: () =>
    z.strictObject({
      secret_version_id: z.string(),
      key_id: z.string(),
      /** Only on rotation. */
      old_key_id: z.optional(z.string()),
    }),
} as const;

/** Platform secrets, the issuer and its federation. */
export const setupActions = {
  "platform.sourcehost_webhook_secret.provisioned": secretChange,
  "platform.sourcehost_webhook_secret.rotated": secretChange,
  "platform.sourcehost_webhook_secret.recovered": secretChange,
  "platform.sourcehost_app.key_set": {
    resourceType: "platform_secret",
    context: () =>
      z.strictObject({
        secret_version_id: z.string(),
        public_key_sha256: z.string(),
        status: z.string(),
      }),
  },
  "platform.cloudb_eventbus_webhook_secret.provisioned": secretChange,
  "platform.cloudb_eventbus_webhook_secret.rotated": secretChange,
  "platform.cloudb_eventbus_webhook_secret.recovered": secretChange,
  "platform.counsel_review_hmac_secret.provisioned": keyringChange,
  "platform.counsel_review_hmac_secret.rotated": keyringChange,
  "platform.counsel_review_hmac_secret.recovered": keyringChange,
  "platform.oidc_issuer.keypair_provisioned": {
    resourceType: "oidc_issuer",
    context: () => z.strictObject({ kid: z.string(), secret_version_id: z.string() }),
  },
  "platform.oidc_issuer.rotated": {
    resourceType: "oidc_issuer",
    context: () =>
      z.strictObject({ old_kid: z.string(), new_kid: z.string(), emergency: z.boolean() }),
  },
  /** Whether a second person has to confirm counsel. No user is recorded: a deployment sets it. */
  "platform.two_people.toggled": {
    resourceType: "two_people",
    context: () => z.strictObject({ previous: z.boolean(), value: z.boolean() }),
  },
  "platform.idp_fic.toggled": {
    resourceType: "idp_federation",
    context: () => z.strictObject({ previous: z.boolean(), value: z.boolean() }),
  },
} as const satisfies Vocabulary;

export const auditRow = rowsOf(setupActions);
