import type { RowState, SetupFacts } from "./checklist-row.ts";
import { secretRows } from "./checklist-secrets.ts";
import { hasExtractor, settingRows } from "./checklist-settings.ts";

const rules = { ...settingRows, ...secretRows };

/** The contract defines the order and number of the rows. A row without a number does not compile. */
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

/** Whether this deployment needs what a row sets up; anything in use counts as needed. */
export const needs = ["needed", "optional", "legacy"] as const;
type Need = (typeof needs)[number];

type Name = keyof typeof order;

const isIdentityProviderUsed = ({ setting }: SetupFacts): boolean =>
  ["IDP_CLIENT_ID", "IDP_TENANT_ID", "IDP_TOKEN_URL", "IDP_APP_OBJECT_ID"].some(
    (name) => setting(name) !== undefined,
  );

/** Whether a deployment needs a row that is not always needed; all other rows are. */
const neededFor: Partial<Record<Name, (facts: SetupFacts) => boolean>> = {
  idp_client: isIdentityProviderUsed,
  idp_federated_identity: isIdentityProviderUsed,
  hosted_llm: (facts) => !hasExtractor(facts),
  tenant_cloud_llm: () => false,
  local_llm: () => false,
  cloudc_oauth_client_secret: ({ connected }) => connected.has("oauth_refresh"),
  sourcehost_webhook_secret: ({ connected }) => connected.has("sourcehost"),
  oidc_issuer_keypair: (facts) => facts.connected.has("wif") || facts.isFederated,
  cloudb_eventbus_webhook_secret: ({ connected }) => connected.has("eventbus"),
  sourcehost_app: ({ setting, deployment }) =>
    setting("SOURCEHOST_APP_ID") !== undefined ||
    deployment.secrets["sourcehost-app-private-key"] !== undefined,
  mail_sender: () => false,
  clearance_statement_key: () => false,
};

function needOf(name: Name, status: RowState["status"], facts: SetupFacts): Need {
  const isNeeded = neededFor[name];
  if (isNeeded === undefined || status === "provisioned" || isNeeded(facts)) return "needed";
  return name === "cloudc_oauth_client_secret" ? "legacy" : "optional";
}

export const checklist = (facts: SetupFacts) =>
  (Object.keys(order) as Name[]).map((name) => {
    const { id, title, state } = rules[name];
    const { more, ...shown } = state(facts);
    const need = needOf(name, shown.status, facts);
    return { position: order[name], id, title, need, ...shown, ...more };
  });
