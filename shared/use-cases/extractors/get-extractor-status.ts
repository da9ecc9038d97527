import { type CatalogRow, catalog } from "#shared/domain/extractors/catalog.ts";
import { type CallEvents, type Health, healthOf } from "#shared/domain/extractors/health.ts";
import { globalDefault, type PlatformExtractors } from "#shared/domain/extractors/platform.ts";
import { priceOf, usd } from "#shared/domain/extractors/prices.ts";
import { type ShownEntry, shownChain } from "#shared/domain/extractors/settings.ts";
import { readPlatformExtractors } from "#shared/platform/extractors/extractor-platform.ts";
import { readCallEvents } from "#shared/store/extractor-memory.ts";
import type { Paging } from "#shared/store/page.ts";
import { readTenantExtractor, tenantChainPage } from "#shared/store/tenant-extractor.ts";

interface TenantStatus extends CallEvents {
  tenant_id: string;
  /** Empty if the tenant follows the platform's default. */
  chain: ShownEntry[];
  health: Health;
}

/**
 * The prices that budgets use for a provider's calls, in USD per 1000 tokens; null: the customer's own
 * price.
 */
interface ListedPrices {
  cost_per_1k_input_usd: number | null;
  cost_per_1k_output_usd: number | null;
}

/** Each tenant's extractor chain and its health (contract, "Extractors"). */
export interface ExtractorStatus {
  global_default: { chain: ShownEntry[] };
  tenants: TenantStatus[];
  catalog: (CatalogRow & ListedPrices)[];
  next_cursor: string | null;
}

/** One page of tenants in order of creation, or the one tenant requested. */
export async function getExtractorStatus(
  { tenant_id: asked, ...paging }: Paging & { tenant_id?: string | undefined },
  now: string,
): Promise<ExtractorStatus> {
  const [{ items, next_cursor }, platform] = await Promise.all([
    asked === undefined ? tenantChainPage(paging) : chainsOf(asked),
    readPlatformExtractors(),
  ]);
  const events = await readCallEvents(items.map(({ tenant_id }) => tenant_id));
  return {
    global_default: { chain: shownChain(globalDefault(platform)) },
    tenants: items.map(({ tenant_id, chain }) => {
      const own = events.get(tenant_id) ?? { last_success_at: null, last_failure_at: null };
      return { tenant_id, chain: shownChain(chain), ...own, health: healthOf(own, now) };
    }),
    catalog: catalog.map((row) => ({ ...row, ...pricesIn(row, platform, now) })),
    next_cursor,
  };
}

/** Today's price of the platform's own model, or of the dearest one if the platform names none. */
function pricesIn(
  { provider, cost_per_1k_input_eur }: CatalogRow,
  platform: PlatformExtractors,
  now: string,
): ListedPrices {
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
