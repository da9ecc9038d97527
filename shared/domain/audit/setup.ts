import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const secret = about("platform_secret");
const issuer = about("oidc_issuer");

const secretChange = secret(() => ({
  secret_version_id: z.string(),
  /** Seconds for which the previous secret is still accepted; only on rotation. */
  overlap_seconds: z.optional(z.int()),
}));

const keyringChange = secret(() => ({
  secret_version_id: z.string(),
  key_id: z.string(),
  /** Only on rotation. */
  old_key_id: z.optional(z.string()),
}));

const toggle = () => ({ previous: z.boolean(), value: z.boolean() });

/** Platform secrets, the issuer and its federation. */
export const setupActions = {
  "platform.sourcehost_webhook_secret.provisioned": secretChange,
  "platform.sourcehost_webhook_secret.rotated": secretChange,
  "platform.sourcehost_webhook_secret.recovered": secretChange,
  "platform.sourcehost_app.key_set": secret(() => ({
    secret_version_id: z.string(),
    public_key_sha256: z.string(),
    status: z.string(),
  })),
  "platform.cloudb_eventbus_webhook_secret.provisioned": secretChange,
  "platform.cloudb_eventbus_webhook_secret.rotated": secretChange,
  "platform.cloudb_eventbus_webhook_secret.recovered": secretChange,
  "platform.counsel_review_hmac_secret.provisioned": keyringChange,
  "platform.counsel_review_hmac_secret.rotated": keyringChange,
  "platform.counsel_review_hmac_secret.recovered": keyringChange,
  "platform.oidc_issuer.keypair_provisioned": issuer(() => ({
    kid: z.string(),
    secret_version_id: z.string(),
  })),
  "platform.oidc_issuer.rotated": issuer(() => ({
    old_kid: z.string(),
    new_kid: z.string(),
    emergency: z.boolean(),
  })),
  /** Whether a second person has to confirm counsel. No user is recorded: a deployment sets it. */
  "platform.two_people.toggled": about("two_people")(toggle),
  "platform.idp_fic.toggled": about("idp_federation")(toggle),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(setupActions);
