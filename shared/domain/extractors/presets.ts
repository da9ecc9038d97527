import { DomainError } from "../errors.ts";
import { type Platform, platformEndpoint, type StoredEntry } from "./platform.ts";

/** The presets a platform admin can apply to a tenant (second seed, "Presets"). */
export const presets = [
  "tenant_cloud_llm_default",
  "local_llm_tunnel",
  "hosted_llm_default",
  "mock",
] as const;

export type Preset = (typeof presets)[number];

const entries: Readonly<Record<Preset, (platform: Platform) => StoredEntry>> = {
  tenant_cloud_llm_default: () => ({ provider: "tenant_cloud_llm", ...followsPlatform }),
  hosted_llm_default: () => ({ provider: "hosted_llm", ...followsPlatform }),
  local_llm_tunnel: ({ local }) => ({
    provider: "local_llm",
    endpoint: local.tunnelUrl,
    model: local.model,
    credential_version: null,
  }),
  mock: () => ({ provider: "mock", ...followsPlatform }),
};

const followsPlatform = { endpoint: null, model: null, credential_version: null };

/** The one entry that a preset stands for. */
export const presetEntry = (preset: Preset, platform: Platform): StoredEntry =>
  entries[preset](platform);

/** @throws DomainError `mock_not_allowed`, or `preset_not_configured` where it would lead nowhere */
export function requireUsable(preset: Preset, platform: Platform): void {
  if (preset === "mock") {
    if (platform.mockAllowed) return;
    throw mockNotAllowed("preset");
  }
  if (platformEndpoint(presetEntry(preset, platform).provider, platform) === null) {
    throw new DomainError(
      "preset_not_configured",
      "The platform has no endpoint for this preset; its settings come first.",
    );
  }
}

export const mockNotAllowed = (path: string): DomainError =>
  new DomainError("mock_not_allowed", "The mock provider serves the stages local and test only.", {
    errors: [{ path, message: "mock is not allowed in this stage" }],
  });
