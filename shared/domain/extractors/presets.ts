import { DomainError } from "#shared/domain/errors.ts";
import { type ExtractorProvider, factsOf } from "./catalog.ts";
import { type PlatformExtractors, resolveEntry, type StoredEntry } from "./platform.ts";

/** The presets a platform admin can apply to a tenant (second seed, "Presets"). */
export const presets = [
  "tenant_cloud_llm_default",
  "local_llm_tunnel",
  "hosted_llm_default",
  "mock",
] as const;

export type Preset = (typeof presets)[number];

const entries: Readonly<Record<Preset, (platform: PlatformExtractors) => StoredEntry>> = {
  tenant_cloud_llm_default: () => ({ provider: "tenant_cloud_llm", ...followsPlatform }),
  hosted_llm_default: () => ({ provider: "hosted_llm", ...followsPlatform }),
  local_llm_tunnel: ({ own }) => ({
    provider: "local_llm",
    endpoint: own.local_llm.endpoint,
    model: own.local_llm.model,
    credential_version: null,
  }),
  mock: () => ({ provider: "mock", ...followsPlatform }),
};

const followsPlatform = { endpoint: null, model: null, credential_version: null };

/** The single chain entry that a preset stands for. */
export const presetEntry = (preset: Preset, platform: PlatformExtractors): StoredEntry =>
  entries[preset](platform);

/**
 * @param brought model or credential that the caller supplies for this call only
 * @throws DomainError `mock_not_allowed`, or `preset_not_configured` if the resulting entry could
 *   not be called
 */
export function requireUsable(
  preset: Preset,
  platform: PlatformExtractors,
  brought: { model?: string | undefined; auth?: string | undefined } = {},
): void {
  if (preset === "mock") {
    if (platform.mockAllowed) return;
    throw mockNotAllowed("preset");
  }
  const entry = presetEntry(preset, platform);
  const credential =
    brought.auth === undefined ? null : { value: brought.auth, version: "brought" };
  const { unusable } = resolveEntry(
    { ...entry, model: brought.model ?? entry.model },
    credential,
    platform,
  );
  if (unusable === undefined) return;
  const missing = missingSettings(entry.provider, platform, brought);
  throw new DomainError(
    "preset_not_configured",
    `The platform has no ${missing.join(", ")}; set ${missing.length === 1 ? "it" : "them"} first.`,
  );
}

/** The platform's settings that an entry needs and that are neither set nor brought. */
function missingSettings(
  provider: ExtractorProvider,
  { own }: PlatformExtractors,
  { model, auth }: { model?: string | undefined; auth?: string | undefined },
): string[] {
  const source = factsOf(provider).platform;
  const { endpoint, key, model: ownModel } = own[provider];
  const needed = [
    [source?.endpoint.setting, endpoint],
    [source?.key, auth ?? key],
    [source?.model.setting, model ?? ownModel],
  ] as const;
  return needed.flatMap(([name, value]) => (name != null && value === null ? [name] : []));
}

export const mockNotAllowed = (path: string): DomainError =>
  new DomainError(
    "mock_not_allowed",
    "The mock provider is available in the stages local and test only.",
    {
      errors: [{ path, message: "mock is not allowed in this stage" }],
    },
  );
