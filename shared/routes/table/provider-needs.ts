/** The settings a function needs for a customer's cloud-c: addresses, our issuer, the legacy client. */
export const cloudcSettings = [
  "CLOUDC_STS_URL",
  "CLOUDC_IAMCREDENTIALS_URL",
  "CLOUDC_RESOURCEMANAGER_URL",
  "CLOUDC_AIPLATFORM_URL",
  "CLOUDC_NOTEBOOKS_URL",
  "CLOUDC_OAUTH_TOKEN_URL",
  "CLOUDC_OAUTH_CLIENT_ID",
  "OIDC_ISSUER_URL",
  "DISCOVERY_SLICE_SECONDS",
] as const;

export const cloudcCredentials = ["CLOUDC_OAUTH_CLIENT_SECRET"] as const;

/** The issuer's keys sign subject tokens. The legacy path has a refresh token per connection. */
export const cloudcSecrets = [
  "oidc-issuer-private-key-pem",
  "oidc-issuer-private-key-pem-previous",
  "cloudc-refresh-token-*",
] as const;

/** The settings a function needs to call the source host as the platform's app. */
export const sourcehostAppSettings = ["SOURCEHOST_APP_ID", "SOURCEHOST_API_URL"] as const;

/** The cloud-b endpoints the worker calls; `{region}` is replaced by each region. */
export const cloudbSettings = [
  "CLOUDB_STS_URL",
  "CLOUDB_SAGEMAKER_URL",
  "CLOUDB_BEDROCK_URL",
] as const;
