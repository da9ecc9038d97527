import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/extractors.ts";
import { monthOf } from "#shared/domain/extractors/budget.ts";
import type { StoredEntry } from "#shared/domain/extractors/platform.ts";
import {
  chainWithoutQueries,
  type ExtractorSettings,
  type ProposedEntry,
  planEntry,
  type ShownSettings,
} from "#shared/domain/extractors/settings.ts";
import { type Member, namesTenant, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { readPlatformExtractors } from "#shared/platform/extractors/extractor-platform.ts";
import { readSpend } from "#shared/store/extractor-spend.ts";
import { requireAllowedEndpoints } from "./allowed-endpoint.ts";
import { changeChain } from "./change-chain.ts";
import { warnOfBudget } from "./warn-of-budget.ts";

/** The settings that an org admin changes; omitted ones keep their value. */
interface ProposedSettings {
  chain?: readonly ProposedEntry[] | undefined;
  budget?: ExtractorSettings["budget"] | undefined;
  mode?: ExtractorSettings["mode"] | undefined;
}

/** Changes the tenant's own settings for an org admin; `path` is the prefix of error paths. */
export async function patchTenantExtractor(
  { chain: proposed, budget, mode }: ProposedSettings,
  path: (index: number) => string,
  principal: Member,
  now: string,
): Promise<ShownSettings> {
  if (!namesTenant(principal.tenantId)) throw unknownTenant();
  const platform = await readPlatformExtractors();
  await requireAllowedEndpoints(
    (proposed ?? []).map(({ provider, endpoint }, i) => ({
      provider,
      endpoint,
      path: `${path(i)}endpoint`,
    })),
  );
  const { tenantId } = principal;
  const changed = await changeChain({
    tenantId,
    unknownTenant,
    plan:
      proposed &&
      ((present) => proposed.map((entry, i) => planEntry(entry, present, platform, path(i)))),
    further: {
      ...(budget === undefined ? {} : { budget }),
      ...(mode === undefined ? {} : { mode }),
    },
    row: (before, after) =>
      auditRow({
        action: "tenant.extractor.updated",
        resourceId: tenantId,
        tenantId,
        actorUserId: principal.userId,
        context: {
          chain: chainWithoutQueries(after.chain),
          previous_chain: chainWithoutQueries(before.chain),
          credentials_changed: newCredentials(before.chain, after.chain),
          ...(budget === undefined ? {} : { budget: after.budget, previous_budget: before.budget }),
          ...(mode === undefined ? {} : { mode: after.mode, previous_mode: before.mode }),
        },
        id: randomUUID(),
        at: now,
      }),
  });
  if (budget != null) {
    const month = monthOf(now);
    const spend = await readSpend(tenantId, month);
    await warnOfBudget(tenantId, { budget, month, spend, now });
  }
  return changed;
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
