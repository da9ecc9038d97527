import type { Entry } from "#shared/domain/extractors/call.ts";
import {
  type ExtractorProvider,
  providerNames,
  providers,
} from "#shared/domain/extractors/catalog.ts";
import { type EndpointRules, hostAndPort } from "#shared/domain/extractors/endpoint-rules.ts";
import {
  type PlatformExtractor,
  type PlatformExtractors,
  resolveEntry,
  type StoredEntry,
} from "#shared/domain/extractors/platform.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { credential } from "#shared/platform/secrets/secrets.ts";
import { isDevelopmentStage, setting } from "#shared/platform/settings.ts";
import { readCredential } from "./extractor-credentials.ts";

const address = (name: Parameters<typeof setting>[0]): string | null => {
  const value = setting(name);
  return value !== undefined && URL.canParse(value) ? value : null;
};

/** The platform's own extractors, from the settings and credentials of the second seed. */
export async function readPlatformExtractors(): Promise<PlatformExtractors> {
  const mockAllowed = isDevelopmentStage();
  const now = nowMs();
  const rows = await Promise.all(
    providerNames.map(async (provider) => [provider, await readOwn(provider, now)] as const),
  );
  return {
    own: Object.fromEntries(rows) as PlatformExtractors["own"],
    mockAllowed,
    mockForced: mockAllowed && setting("EXTRACTOR_PROVIDER") === "mock",
  };
}

async function readOwn(provider: ExtractorProvider, now: number): Promise<PlatformExtractor> {
  const { platform } = providers[provider];
  if (platform === null) return { endpoint: null, key: null, model: null };
  const { endpoint, key, model } = platform;
  return {
    endpoint: address(endpoint.setting) ?? endpoint.otherwise,
    key: key === null ? null : await credential(key, now),
    model: (model.setting === null ? undefined : setting(model.setting)) ?? model.otherwise,
  };
}

/** The operator's exceptions to the address guard, and the service's own hosts. */
export function readEndpointRules(): EndpointRules {
  const allowed = (setting("EXTRACTOR_ALLOWED_HOSTS") ?? "").split(",").map((host) => host.trim());
  const own = (["BASE_URL", "APP_URL", "OIDC_ISSUER_URL"] as const).map(address);
  return {
    allowed: new Set(allowed.filter(Boolean).map(withPort)),
    platform: Object.fromEntries(
      providerNames.flatMap((provider) => {
        const { platform } = providers[provider];
        const own = platform?.mayBeInside ? address(platform.endpoint.setting) : null;
        return own === null ? [] : [[provider, own]];
      }),
    ),
    own: new Set(own.flatMap((url) => (url === null ? [] : [hostAndPort(new URL(url))]))),
  };
}

/** `host:port` as URL parsing normalises it; the port defaults to 443. */
const withPort = (host: string): string =>
  URL.canParse(`https://${host}`) ? hostAndPort(new URL(`https://${host}`)) : host;

/** A stored chain made ready for calls, with its credentials read at the versions it names. */
export const resolveChain = (
  tenantId: string,
  chain: readonly StoredEntry[],
  platform: PlatformExtractors,
): Promise<Entry[]> =>
  Promise.all(chain.map((stored) => resolveStored(tenantId, stored, platform)));

/**
 * One stored entry made ready for a call. A credential that the settings name but the store no
 * longer holds is not replaced by the platform's.
 */
export async function resolveStored(
  tenantId: string,
  stored: StoredEntry,
  platform: PlatformExtractors,
): Promise<Entry> {
  const version = stored.credential_version;
  if (version === null) return resolveEntry(stored, null, platform);
  const credential = await readCredential(tenantId, stored.provider, version);
  const entry = resolveEntry(stored, credential, platform);
  return credential === null
    ? { ...entry, credential: null, credentialId: version, unusable: "credential_invalid" }
    : entry;
}
