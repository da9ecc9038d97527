import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/extractors.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { type Preset, presetEntry, requireUsable } from "#shared/domain/extractors/presets.ts";
import { chainWithoutQueries, type ShownSettings } from "#shared/domain/extractors/settings.ts";
import { readPlatformExtractors } from "#shared/platform/extractors/extractor-platform.ts";
import { requireAllowedEndpoints } from "./allowed-endpoint.ts";
import { changeChain } from "./change-chain.ts";

/**
 * Replaces the tenant's chain with the preset alone, using the platform's credential; the tenant's
 * own credentials are deleted.
 * @throws DomainError `not_found`, `mock_not_allowed`, `preset_not_configured`, `endpoint_blocked`
 */
export async function swapToPreset(
  tenantId: string,
  preset: Preset,
  userId: string,
  now: string,
): Promise<ShownSettings> {
  const platform = await readPlatformExtractors();
  requireUsable(preset, platform);
  const entry = presetEntry(preset, platform);
  await requireAllowedEndpoints([{ ...entry, path: "preset" }]);
  return changeChain({
    tenantId,
    unknownTenant: () => noSuch("tenant"),
    plan: () => [{ stored: entry, newCredential: null }],
    row: (before, after) =>
      auditRow({
        action: "tenant.extractor.swapped",
        resourceId: tenantId,
        tenantId,
        actorUserId: userId,
        context: {
          preset,
          chain: chainWithoutQueries(after.chain),
          previous_chain: chainWithoutQueries(before.chain),
        },
        id: randomUUID(),
        at: now,
      }),
  });
}
