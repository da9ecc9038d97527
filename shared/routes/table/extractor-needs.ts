/** Settings a function needs to check endpoint addresses and to know the platform's extractors. */
export const extractorSettings = [
  "HOSTED_LLM_BASE_URL",
  "TENANT_CLOUD_LLM_ENDPOINT",
  "TENANT_CLOUD_LLM_DEPLOYMENT",
  "LOCAL_LLM_TUNNEL_URL",
  "LOCAL_LLM_MODEL",
  "EXTRACTOR_PROVIDER",
  "EXTRACTOR_CACHE_ENABLED",
  "EXTRACTOR_ALLOWED_HOSTS",
  "OIDC_ISSUER_URL",
] as const;

/** The platform's own keys, for its own endpoints. */
export const extractorCredentials = ["HOSTED_LLM_API_KEY", "TENANT_CLOUD_LLM_API_KEY"] as const;

/** The tenants' credentials, one entry per tenant and provider. */
export const EXTRACTOR_SECRETS = "extractor-tenant-*";
