import type { ExtractorProvider, providers } from "#shared/domain/extractors/catalog.ts";

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

type Own = NonNullable<(typeof providers)[ExtractorProvider]["platform"]>;
type Missing = Exclude<
  Own["endpoint"]["setting"] | Own["model"]["setting"] | null,
  (typeof extractorSettings)[number] | null
>;
// Does not compile while a provider has a setting that is not named above.
// biome-ignore lint/complexity/noVoid: a check of types, no promise
void ({} satisfies Record<Missing, string>);

/** The platform's own keys, for its own endpoints. */
export const extractorCredentials = ["HOSTED_LLM_API_KEY", "TENANT_CLOUD_LLM_API_KEY"] as const;

type MissingKey = Exclude<Own["key"], (typeof extractorCredentials)[number] | null>;
// biome-ignore lint/complexity/noVoid: a check of types, no promise
void ({} satisfies Record<MissingKey, string>);

/** The tenants' credentials, one entry per tenant and provider. */
export const EXTRACTOR_SECRETS = "extractor-tenant-*";
