import { resolveEntry } from "#shared/domain/extractors/platform.ts";
import { type Preset, presetEntry, requireUsable } from "#shared/domain/extractors/presets.ts";
import type { ProbeResult } from "#shared/domain/extractors/probe.ts";
import { type ProposedEntry, planEntry } from "#shared/domain/extractors/settings.ts";
import { readPlatformExtractors } from "#shared/platform/extractors/extractor-platform.ts";
import { requireAllowedEndpoints } from "./allowed-endpoint.ts";
import { PLATFORM_SPENDER, runProbe } from "./run-probe.ts";

interface Overrides {
  endpoint?: string | undefined;
  model?: string | undefined;
  auth?: string | undefined;
}

interface Asking {
  /** The platform admin's id. */
  userId: string;
  requestId: string;
  now: string;
}

/**
 * Calls a preset's endpoint once; overrides may supply what the preset lacks. The answer is not stored,
 * no health status changes, and the platform bears the cost of the call.
 * @throws DomainError `mock_not_allowed`, `preset_not_configured`, `credential_required`,
 *   `endpoint_blocked`, `rate_limited`
 */
export async function testPreset(
  preset: Preset,
  overrides: Overrides,
  { userId, requestId, now }: Asking,
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
  return runProbe(entry, {
    requestId,
    now,
    whose: `${PLATFORM_SPENDER}#${userId}`,
    spender: PLATFORM_SPENDER,
    budget: null,
  });
}
