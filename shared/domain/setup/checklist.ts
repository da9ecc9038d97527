import type { SetupFacts } from "./checklist-row.ts";
import { secretRows } from "./checklist-secrets.ts";
import { settingRows } from "./checklist-settings.ts";

const rules = { ...settingRows, ...secretRows };

/** The contract defines the order and number of the rows; a row without a place does not compile. */
const order = {
  platform_admin_sign_in: 1,
  counsel_review_hmac_secret: 2,
  public_urls: 3,
  idp_client: 4,
  hosted_llm: 5,
  tenant_cloud_llm: 6,
  local_llm: 7,
  cloudc_oauth_client_secret: 8,
  sourcehost_webhook_secret: 9,
  oidc_issuer_keypair: 10,
  idp_federated_identity: 11,
  cloudb_eventbus_webhook_secret: 12,
  sourcehost_app: 13,
  mail_sender: 14,
  clearance_statement_key: 15,
} satisfies Record<keyof typeof rules, number>;

export const checklist = (facts: SetupFacts) =>
  (Object.keys(order) as (keyof typeof rules)[]).map((name) => {
    const { id, title, state } = rules[name];
    const { more, ...shown } = state(facts);
    return { position: order[name], id, title, ...shown, ...more };
  });
