import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { presetEntry, requireUsable } from "#shared/domain/extractors/presets.ts";
import { auditedChain } from "#shared/domain/extractors/settings.ts";
import { bind } from "#shared/edge/bind.ts";
import { readPlatform } from "#shared/platform/extractors/extractor-platform.ts";
import { extractorRoutes } from "#shared/routes/table/extractors.ts";
import { requireAllowedEndpoints } from "#shared/use-cases/extractors/allowed-endpoint.ts";
import { changeChain } from "#shared/use-cases/extractors/change-chain.ts";

/** The chain becomes the preset alone, on the platform's credential; the tenant's own are deleted. */
export const handler = bind(extractorRoutes.swapToPreset)(
  async ({ params, body, principal, now }) => {
    const { preset } = body;
    const tenantId = params.tenant_id;
    const platform = readPlatform();
    requireUsable(preset, platform);
    const entry = presetEntry(preset, platform);
    await requireAllowedEndpoints([{ ...entry, path: "preset" }]);
    const changed = await changeChain({
      tenantId,
      unknownTenant: () => new DomainError("not_found", "There is no such tenant."),
      plan: () => [{ stored: entry, newCredential: null }],
      row: (before, after) =>
        auditRow({
          action: "tenant.extractor.swapped",
          resourceId: tenantId,
          tenantId,
          actorUserId: principal.userId,
          context: {
            preset,
            chain: auditedChain(after),
            previous_chain: auditedChain(before),
          },
          id: randomUUID(),
          at: now,
        }),
    });
    return { status: 200, body: changed };
  },
);
