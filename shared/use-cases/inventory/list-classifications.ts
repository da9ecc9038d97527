import { artifactPage } from "#shared/store/artifacts.ts";
import type { Paging } from "#shared/store/page.ts";

/** One page of the classifications of a tenant's artifacts, for comparison with the log. */
export async function listClassifications({
  tenant_id,
  ...paging
}: Paging & { tenant_id: string }) {
  const { items, next_cursor } = await artifactPage(tenant_id, {}, paging);
  return {
    next_cursor,
    items: items.map(({ id, classification }) => ({
      id,
      tenant_id,
      class: classification?.class ?? null,
      state: classification?.state ?? null,
      confirmed_by: classification?.confirmed_by ?? null,
      confirmed_at: classification?.confirmed_at ?? null,
      allowed_by: classification?.allowed_by ?? null,
      second_by: classification?.second_by ?? null,
    })),
  };
}
