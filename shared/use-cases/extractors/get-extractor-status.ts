import { catalog } from "#shared/domain/extractors/catalog.ts";
import { healthOf } from "#shared/domain/extractors/health.ts";
import { globalDefault, type PlatformExtractors } from "#shared/domain/extractors/platform.ts";
import { priceOf, usd } from "#shared/domain/extractors/prices.ts";
import { chainWithoutQueries, shownChain } from "#shared/domain/extractors/settings.ts";
import type { Person } from "#shared/domain/tenants/tenant.ts";
import { readPlatformExtractors } from "#shared/platform/extractors/extractor-platform.ts";
import { readCallEvents } from "#shared/store/extractor-memory.ts";
import type { Paging } from "#shared/store/page.ts";
import { readTenantExtractor, tenantChainPage } from "#shared/store/tenant-extractor.ts";

/**
 * One page of tenants in order of creation, or the one tenant requested. Readers see addresses without
 * their query.
 */
export async function getExtractorStatus(
  { tenant_id: asked, ...paging }: Paging & { tenant_id?: string | undefined },
  { isReader }: Pick<Person, "isReader">,
  now: string,
) {
  const shown = isReader ? chainWithoutQueries : shownChain;
  const [{ items, next_cursor }, platform] = await Promise.all([
    asked === undefined ? tenantChainPage(paging) : chainsOf(asked),
    readPlatformExtractors(),
  ]);
  const events = await readCallEvents(items.map(({ tenant_id }) => tenant_id));
  return {
    global_default: { chain: shown(globalDefault(platform)) },
    tenants: items.map(({ tenant_id, chain }) => {
      const own = events.get(tenant_id) ?? { last_success_at: null, last_failure_at: null };
      return { tenant_id, chain: shown(chain), ...own, health: healthOf(own, now) };
    }),
    catalog: catalog.map((row) => ({ ...row, ...pricesIn(row, platform, now) })),
    next_cursor,
  };
}

/** Today's price of the platform's own model, or of the dearest one if the platform names none. */
function pricesIn(
  { provider, cost_per_1k_input_eur }: (typeof catalog)[number],
  platform: PlatformExtractors,
  now: string,
) {
  if (cost_per_1k_input_eur === null) {
    return { cost_per_1k_input_usd: null, cost_per_1k_output_usd: null };
  }
  const { input, output } = priceOf(provider, platform.own[provider].model, now);
  return { cost_per_1k_input_usd: usd(1000 * input), cost_per_1k_output_usd: usd(1000 * output) };
}

async function chainsOf(tenantId: string): ReturnType<typeof tenantChainPage> {
  const found = await readTenantExtractor(tenantId);
  const items = found === null ? [] : [{ tenant_id: found.tenant.id, chain: found.chain }];
  return { items, next_cursor: null };
}
