import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const secret = about("platform_secret");
const issuer = about("oidc_issuer");

const secretChange = () => ({
  secret_version_id: z.string(),
  /** Seconds for which the previous secret is still accepted; only on rotation. */
  overlap_seconds: z.optional(z.int()),
});

const keyringChange = () => ({
  secret_version_id: z.string(),
  key_id: z.string(),
  /** Only on rotation. */
  old_key_id: z.optional(z.string()),
});

const toggle = () => ({ previous: z.boolean(), value: z.boolean() });

/** Platform secrets, the issuer and its federation. */
export const setupActions = {
  "platform.sourcehost_webhook_secret.provisioned": secret("create", secretChange),
  "platform.sourcehost_webhook_secret.rotated": secret("update", secretChange),
  "platform.sourcehost_webhook_secret.recovered": secret("create", secretChange),
  "platform.sourcehost_app.key_set": secret("create", () => ({
    secret_version_id: z.string(),
    public_key_sha256: z.string(),
    status: z.string(),
  })),
  "platform.cloudb_eventbus_webhook_secret.provisioned": secret("create", secretChange),
  "platform.cloudb_eventbus_webhook_secret.rotated": secret("update", secretChange),
  "platform.cloudb_eventbus_webhook_secret.recovered": secret("create", secretChange),
  "platform.counsel_review_hmac_secret.provisioned": secret("create", keyringChange),
  "platform.counsel_review_hmac_secret.rotated": secret("update", keyringChange),
  "platform.counsel_review_hmac_secret.recovered": secret("create", keyringChange),
  "platform.oidc_issuer.keypair_provisioned": issuer("create", () => ({
    kid: z.string(),
    secret_version_id: z.string(),
  })),
  "platform.oidc_issuer.rotated": issuer("update", () => ({
    old_kid: z.string(),
    new_kid: z.string(),
    emergency: z.boolean(),
  })),
  /** Whether a second person has to confirm counsel. No user is recorded: a deployment sets it. */
  "platform.two_people.toggled": about("two_people")("update", toggle),
  "platform.idp_fic.toggled": about("idp_federation")("update", toggle),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(setupActions);
