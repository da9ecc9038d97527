import type { RowRule, SetupFacts } from "./checklist-row.ts";
import { secretRows } from "./checklist-secrets.ts";
import { settingRows } from "./checklist-settings.ts";

/** The contract defines the order and number of the rows. */
const rules: readonly RowRule[] = [
  settingRows.platform_admin_sign_in,
  secretRows.counsel_review_hmac_secret,
  settingRows.public_urls,
  settingRows.idp_client,
  settingRows.hosted_llm,
  settingRows.tenant_cloud_llm,
  settingRows.local_llm_tunnel,
  settingRows.cloudc_oauth_client_secret,
  secretRows.sourcehost_webhook_secret,
  secretRows.oidc_issuer_keypair,
  secretRows.idp_federated_identity,
  secretRows.cloudb_eventbus_webhook_secret,
  secretRows.sourcehost_app,
  settingRows.mail_sender,
];

export const checklist = (facts: SetupFacts) =>
  rules.map(({ id, title, state }, index) => {
    const { more, ...shown } = state(facts);
    return { position: index + 1, id, title, ...shown, ...more };
  });
