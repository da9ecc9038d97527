import { DomainError } from "#shared/domain/errors.ts";
import { type ExtractorProvider, factsOf } from "./catalog.ts";
import { type PlatformExtractors, resolveEntry, type StoredEntry } from "./platform.ts";

/**
 * The preset that a platform admin can apply to a tenant for each provider (second seed, "Presets"),
 * in the contract's order; null: it has none. `pins`: the platform's address and model stay as they
 * are when it is applied.
 */
const presetOf = {
  tenant_cloud_llm: { name: "tenant_cloud_llm_default", pins: false },
  local_llm: { name: "local_llm_tunnel", pins: true },
  hosted_llm: { name: "hosted_llm_default", pins: false },
  mock: { name: "mock", pins: false },
  byo: null,
} as const satisfies Record<ExtractorProvider, { name: string; pins: boolean } | null>;

export type Preset = NonNullable<(typeof presetOf)[ExtractorProvider]>["name"];

const rows = (Object.keys(presetOf) as ExtractorProvider[]).flatMap((provider) => {
  const preset = presetOf[provider];
  return preset === null ? [] : [{ ...preset, provider }];
});

export const presets = rows.map(({ name }) => name) as [Preset, ...Preset[]];

/** The single chain entry that a preset stands for. */
export function presetEntry(preset: Preset, { own }: PlatformExtractors): StoredEntry {
  const { provider, pins } = rows.find(({ name }) => name === preset) as (typeof rows)[number];
  const { endpoint, model } = pins ? own[provider] : { endpoint: null, model: null };
  return { provider, endpoint, model, credential_version: null };
}

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
