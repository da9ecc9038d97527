import { catalog } from "#shared/domain/extractors/catalog.ts";
import { healthOf } from "#shared/domain/extractors/health.ts";
import { globalDefault } from "#shared/domain/extractors/platform.ts";
import { shownChain } from "#shared/domain/extractors/settings.ts";
import { bind } from "#shared/edge/bind.ts";
import { readPlatform } from "#shared/platform/extractors/extractor-platform.ts";
import { extractorRoutes } from "#shared/routes/table/extractors.ts";
import { callEventsOf, healthKey } from "#shared/store/extractor-memory.ts";
import { readPage } from "#shared/store/page.ts";
import { getItems } from "#shared/store/read.ts";
import { chainOf } from "#shared/store/tenant-extractor.ts";
import { TENANTS, tenantOf } from "#shared/store/tenants.ts";

export const handler = bind(extractorRoutes.getExtractorStatus)(async ({ query, now }) => {
  const { items, nextCursor } = await readPage(
    { scope: "EXTRACTOR_STATUS", index: "gsi1", partitions: [TENANTS] },
    query,
  );
  const ids = items.map((item) => tenantOf(item).id);
  const healthItems = await getItems(ids.map(healthKey));
  const tenants = items.map((item, i) => {
    const events = callEventsOf(healthItems[i] ?? null);
    return {
      tenant_id: tenantOf(item).id,
      chain: shownChain(chainOf(item)),
      ...events,
      health: healthOf(events, now),
    };
  });
  const global_default = { chain: shownChain(globalDefault(readPlatform())) };
  return {
    status: 200,
    body: { global_default, tenants, catalog: [...catalog], next_cursor: nextCursor },
  };
});
