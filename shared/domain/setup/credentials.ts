/**
 * Credentials that functions use at run time: setting → its secret-store entry. An operator fills
 * the entries (docs/deploying.md, "Credentials"), except those that the deployment generates. None
 * is ever in a deployed function's environment.
 */
export const credentialEntries = {
  CLOUDB_EVENTBUS_WEBHOOK_SECRET: "settings/CLOUDB_EVENTBUS_WEBHOOK_SECRET",
  CLOUDC_OAUTH_CLIENT_SECRET: "settings/CLOUDC_OAUTH_CLIENT_SECRET",
  COUNSEL_REVIEW_HMAC_SECRET: "settings/COUNSEL_REVIEW_HMAC_SECRET",
  CURSOR_KEY: "cursor-key",
  EXPORT_LINK_KEY: "export-link-key",
  HOSTED_LLM_API_KEY: "settings/HOSTED_LLM_API_KEY",
  IDP_CLIENT_SECRET: "settings/IDP_CLIENT_SECRET",
  SOURCEHOST_WEBHOOK_SECRET: "settings/SOURCEHOST_WEBHOOK_SECRET",
  TENANT_CLOUD_LLM_API_KEY: "settings/TENANT_CLOUD_LLM_API_KEY",
  WEBHOOK_HMAC_SECRET: "settings/WEBHOOK_HMAC_SECRET",
} as const;

/** Credentials whose values the deployment generates; an operator may replace them. */
export const generatedCredentials = ["CURSOR_KEY", "EXPORT_LINK_KEY"] as const;

export type CredentialName = keyof typeof credentialEntries;
export type CredentialEntry = (typeof credentialEntries)[CredentialName];

export const credentialNames = Object.keys(credentialEntries) as readonly CredentialName[];

export const isCredentialName = (name: string): name is CredentialName =>
  Object.hasOwn(credentialEntries, name);
