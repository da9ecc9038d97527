import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import type { StoredEntry } from "#shared/domain/extractors/platform.ts";
import {
  auditedChain,
  type ProposedEntry,
  planEntry,
  type ShownEntry,
} from "#shared/domain/extractors/settings.ts";
import type { Member } from "#shared/domain/tenants/person.ts";
import { namesTenant, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { readPlatformExtractors } from "#shared/platform/extractors/extractor-platform.ts";
import { requireAllowedEndpoints } from "./allowed-endpoint.ts";
import { changeChain } from "./change-chain.ts";

/** Replaces the tenant's own chain for an org admin; `path` is the prefix of error paths. */
export async function patchTenantExtractor(
  proposed: readonly ProposedEntry[],
  path: (index: number) => string,
  principal: Member,
  now: string,
): Promise<{ chain: ShownEntry[] }> {
  if (!namesTenant(principal.tenantId)) throw unknownTenant();
  const platform = await readPlatformExtractors();
  await requireAllowedEndpoints(
    proposed.map(({ provider, endpoint }, i) => ({
      provider,
      endpoint,
      path: `${path(i)}endpoint`,
    })),
  );
  const { tenantId } = principal;
  return changeChain({
    tenantId,
    unknownTenant,
    plan: (present) => proposed.map((entry, i) => planEntry(entry, present, platform, path(i))),
    row: (before, after) =>
      auditRow({
        action: "tenant.extractor.updated",
        resourceId: tenantId,
        tenantId,
        actorUserId: principal.userId,
        context: {
          chain: auditedChain(after),
          previous_chain: auditedChain(before),
          credentials_changed: newCredentials(before, after),
        },
        id: randomUUID(),
        at: now,
      }),
  });
}

const newCredentials = (
  before: readonly StoredEntry[],
  after: readonly StoredEntry[],
): string[] => {
  const versions = new Set(before.map(({ credential_version }) => credential_version));
  return after
    .filter((entry) => entry.credential_version !== null && !versions.has(entry.credential_version))
    .map(({ provider }) => provider);
};
