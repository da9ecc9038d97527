import type { Entry } from "./call.ts";
import type { ExtractorProvider } from "./catalog.ts";
import type { FailureCode } from "./failure.ts";

/** The platform's own endpoints and credentials (second seed, settings). */
export interface PlatformExtractors {
  hosted: { baseUrl: string; apiKey: string | null };
  tenantCloud: { endpoint: string | null; apiKey: string | null; deployment: string | null };
  local: { tunnelUrl: string | null; model: string };
  /** Only in the stages local and test. */
  mockAllowed: boolean;
  /** EXTRACTOR_PROVIDER=mock: every tenant gets the mock provider. */
  mockForced: boolean;
}

export const HOSTED_LLM_URL = "https://api.anthropic.com";
const HOSTED_LLM_MODEL = "claude-sonnet-5-5";
/** The smallest recommended model: 14 billion parameters, instruction-tuned. */
export const RECOMMENDED_LOCAL_MODEL = "qwen2.5:14b-instruct";

/** One entry of a tenant's chain as stored; refers to the credential by its version only. */
export interface StoredEntry {
  provider: ExtractorProvider;
  /** null: the platform's own. */
  endpoint: string | null;
  model: string | null;
  /** Version of `extractor-tenant-<tenant_id>-<provider>` that belongs to this endpoint. */
  credential_version: string | null;
}

/** The address for entries without their own; null if the platform has none. */
export function platformEndpoint(
  provider: ExtractorProvider,
  platform: PlatformExtractors,
): string | null {
  if (provider === "hosted_llm") return platform.hosted.baseUrl;
  if (provider === "tenant_cloud_llm") return platform.tenantCloud.endpoint;
  if (provider === "local_llm") return platform.local.tunnelUrl;
  return null;
}

/** The platform's own credential for a provider; only ever sent to the platform's own endpoint. */
function platformCredential(
  provider: ExtractorProvider,
  platform: PlatformExtractors,
): string | null {
  if (provider === "hosted_llm") return platform.hosted.apiKey;
  if (provider === "tenant_cloud_llm") return platform.tenantCloud.apiKey;
  return null;
}

function platformModel(provider: ExtractorProvider, platform: PlatformExtractors): string | null {
  if (provider === "hosted_llm") return HOSTED_LLM_MODEL;
  if (provider === "tenant_cloud_llm") return platform.tenantCloud.deployment;
  if (provider === "local_llm") return platform.local.model;
  return null;
}

/** Whether an entry needs its own credential: the platform has none, or may not send it there. */
export function needsOwnCredential(
  { provider, endpoint }: Pick<StoredEntry, "provider" | "endpoint">,
  platform: PlatformExtractors,
): boolean {
  if (provider === "byo") return true;
  if (provider !== "hosted_llm" && provider !== "tenant_cloud_llm") return false;
  const isElsewhere = endpoint !== null && endpoint !== platformEndpoint(provider, platform);
  return isElsewhere || platformCredential(provider, platform) === null;
}

/** A tenant's credential and its version. */
export interface Credential {
  value: string;
  version: string;
}

/**
 * Prepares a stored entry for a call: fills in endpoint, model and credential from the platform if
 * the tenant has none. The platform's credential is never sent to an address that a tenant chose.
 */
export function resolveEntry(
  stored: Omit<StoredEntry, "credential_version">,
  credential: Credential | null,
  platform: PlatformExtractors,
): Entry {
  const { provider } = stored;
  const own = platformEndpoint(provider, platform);
  const endpoint = stored.endpoint ?? own;
  const shared = needsOwnCredential(stored, platform)
    ? null
    : platformCredential(provider, platform);
  const entry: Entry = {
    provider,
    endpoint,
    model: stored.model ?? platformModel(provider, platform),
    credential: credential?.value ?? shared,
    credentialId: credential?.version ?? (shared === null ? null : "platform"),
  };
  const unusable = whyUnusable(entry, platform);
  return unusable === null ? entry : { ...entry, unusable };
}

function whyUnusable(entry: Entry, platform: PlatformExtractors): FailureCode | null {
  if (entry.provider === "mock") return platform.mockAllowed ? null : "endpoint_blocked";
  if (entry.endpoint === null) return "unreachable";
  if (entry.credential === null && entry.provider !== "local_llm") return "credential_invalid";
  if (entry.model === null && entry.provider !== "byo") return "contract_violation";
  return null;
}

const bare = (provider: ExtractorProvider): StoredEntry => ({
  provider,
  endpoint: null,
  model: null,
  credential_version: null,
});

/**
 * The chain of tenants without their own settings: only the first provider that the platform has
 * configured, so that no prompt goes to a provider that nobody chose; empty if there is none.
 */
export function globalDefault(platform: PlatformExtractors): StoredEntry[] {
  if (platform.mockForced) return [bare("mock")];
  if (platform.hosted.apiKey !== null) return [bare("hosted_llm")];
  if (platform.tenantCloud.endpoint !== null && platform.tenantCloud.apiKey !== null) {
    return [bare("tenant_cloud_llm")];
  }
  return platform.local.tunnelUrl === null ? [] : [bare("local_llm")];
}

/** The chain that is actually used for a tenant. */
export function effectiveChain(
  own: readonly StoredEntry[],
  platform: PlatformExtractors,
): readonly StoredEntry[] {
  return platform.mockForced || own.length === 0 ? globalDefault(platform) : own;
}
