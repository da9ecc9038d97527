import type { Classification } from "#shared/domain/inventory/classification.ts";
import { artifactPage } from "#shared/store/artifacts.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/** The legal class of an artifact, and who decided it; null: nobody has decided it yet. */
interface Classed {
  id: string;
  tenant_id: string;
  class: Classification["class"] | null;
  state: Classification["state"] | null;
  confirmed_by: string | null;
  confirmed_at: string | null;
}

/** One page of the classifications of a tenant's artifacts, for comparison with the log. */
export async function listClassifications({
  tenant_id,
  ...paging
}: Paging & { tenant_id: string }): Promise<Page<Classed>> {
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
    })),
  };
}
