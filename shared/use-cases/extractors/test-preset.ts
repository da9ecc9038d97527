import { resolveEntry } from "#shared/domain/extractors/platform.ts";
import { type Preset, presetEntry, requireUsable } from "#shared/domain/extractors/presets.ts";
import { type ProbeResult, probe } from "#shared/domain/extractors/probe.ts";
import { type ProposedEntry, planEntry } from "#shared/domain/extractors/settings.ts";
import { nowMs } from "#shared/platform/clock.ts";
import {
  readEndpointRules,
  readPlatformExtractors,
} from "#shared/platform/extractors/extractor-platform.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import { requireAllowedEndpoints } from "./allowed-endpoint.ts";

interface Overrides {
  endpoint?: string | undefined;
  model?: string | undefined;
  auth?: string | undefined;
}

/**
 * Calls a preset's endpoint once; overrides may supply what the preset lacks. Nothing is stored and
 * no health status changes.
 * @throws DomainError `mock_not_allowed`, `preset_not_configured`, `credential_required`,
 *   `endpoint_blocked`
 */
export async function testPreset(
  preset: Preset,
  overrides: Overrides,
  requestId: string,
): Promise<ProbeResult> {
  const platform = await readPlatformExtractors();
  if (overrides.endpoint === undefined) requireUsable(preset, platform, overrides);
  const { provider, endpoint, model } = presetEntry(preset, platform);
  const proposed: ProposedEntry = { provider, endpoint, model, ...overrides };
  const { stored } = planEntry(proposed, [], platform, "overrides.");
  await requireAllowedEndpoints([{ ...stored, path: "overrides.endpoint" }]);
  const { auth } = overrides;
  const credential = auth === undefined ? null : { value: auth, version: "probe" };
  const entry = resolveEntry(stored, credential, platform);
  return probe(entry, requestId, { send: guardedTransport(readEndpointRules()), now: nowMs });
}
