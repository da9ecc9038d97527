import { resolveEntry } from "#shared/domain/extractors/platform.ts";
import { presetEntry, requireUsable } from "#shared/domain/extractors/presets.ts";
import { probe } from "#shared/domain/extractors/probe.ts";
import { type ProposedEntry, planEntry } from "#shared/domain/extractors/settings.ts";
import { bind } from "#shared/edge/bind.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { readEndpointRules, readPlatform } from "#shared/platform/extractors/extractor-platform.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import { extractorRoutes } from "#shared/routes/table/extractors.ts";
import { requireAllowedEndpoints } from "#shared/use-cases/extractors/allowed-endpoint.ts";

/** Nothing is stored and no health dot moves; what a preset lacks, an override may bring. */
export const handler = bind(extractorRoutes.testPreset)(async ({ body, requestId }) => {
  const { preset, overrides = {} } = body;
  const platform = readPlatform();
  if (overrides.endpoint === undefined) requireUsable(preset, platform, overrides);
  const { provider, endpoint, model } = presetEntry(preset, platform);
  const proposed: ProposedEntry = { provider, endpoint, model, ...overrides };
  const { stored } = planEntry(proposed, [], platform, "overrides.");
  await requireAllowedEndpoints([{ ...stored, path: "overrides.endpoint" }]);
  const { auth } = overrides;
  const credential = auth === undefined ? null : { value: auth, version: "probe" };
  const entry = resolveEntry(stored, credential, platform);
  const send = guardedTransport(readEndpointRules());
  return { status: 200, body: await probe(entry, requestId, { send, now: nowMs }) };
});
