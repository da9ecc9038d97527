import type { Entry } from "./call.ts";
import { type ExtractorProvider, factsOf, platformProviders } from "./catalog.ts";
import type { FailureCode } from "./failure.ts";

/** The platform's own endpoint, credential and model for a provider. */
export interface PlatformExtractor {
  endpoint: string | null;
  key: string | null;
  model: string | null;
}

/** What the platform itself offers (second seed, settings). */
export interface PlatformExtractors {
  own: Readonly<Record<ExtractorProvider, PlatformExtractor>>;
  /** Only in the stages local and test. */
  mockAllowed: boolean;
  /** EXTRACTOR_PROVIDER=mock: every tenant gets the mock provider. */
  mockForced: boolean;
}

/** One entry of a tenant's chain as stored; refers to the credential by its version only. */
export interface StoredEntry {
  provider: ExtractorProvider;
  /** null: the platform's own endpoint. */
  endpoint: string | null;
  model: string | null;
  /** Version of `extractor-tenant-<tenant_id>-<provider>` that belongs to this endpoint. */
  credential_version: string | null;
}

/**
 * Whether an entry needs its own credential: the platform has none, or may not send its own there,
 * because that one goes only to the platform's own endpoint.
 */
export function needsOwnCredential(
  { provider, endpoint }: Pick<StoredEntry, "provider" | "endpoint">,
  platform: PlatformExtractors,
): boolean {
  const { credential } = factsOf(provider);
  if (credential !== "platform") return credential === "own";
  const own = platform.own[provider];
  return (endpoint !== null && endpoint !== own.endpoint) || own.key === null;
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
  const own = platform.own[provider];
  const shared = needsOwnCredential(stored, platform) ? null : own.key;
  const entry: Entry = {
    provider,
    endpoint: stored.endpoint ?? own.endpoint,
    model: stored.model ?? own.model,
    credential: credential?.value ?? shared,
    credentialId: credential?.version ?? (shared === null ? null : "platform"),
  };
  const unusable = whyUnusable(entry, platform);
  return unusable === null ? entry : { ...entry, unusable };
}

function whyUnusable(entry: Entry, platform: PlatformExtractors): FailureCode | null {
  if (entry.provider === "mock") return platform.mockAllowed ? null : "endpoint_blocked";
  const { credential, needsModel } = factsOf(entry.provider);
  if (entry.endpoint === null) return "unreachable";
  if (entry.credential === null && credential !== "optional") return "credential_invalid";
  if (entry.model === null && needsModel) return "contract_violation";
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
 * fully configured, so that no prompt goes to a provider that nobody chose; empty if there is none.
 */
export function globalDefault(platform: PlatformExtractors): StoredEntry[] {
  if (platform.mockForced) return [bare("mock")];
  const usable = platformProviders
    .map(bare)
    .find((entry) => resolveEntry(entry, null, platform).unusable === undefined);
  return usable === undefined ? [] : [usable];
}

/** The chain that is actually used for a tenant. */
export function effectiveChain(
  own: readonly StoredEntry[],
  platform: PlatformExtractors,
): readonly StoredEntry[] {
  return platform.mockForced || own.length === 0 ? globalDefault(platform) : own;
}
