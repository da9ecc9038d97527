import type { PanelStatus } from "#shared/domain/reviews/statuses.ts";
import type { Paging } from "#shared/store/page.ts";
import { pageOfPanels } from "#shared/store/panels.ts";
import { named } from "./name-members.ts";

interface Filters {
  status?: PanelStatus | undefined;
  framework_id?: string | undefined;
}

/** A page of panels, newest first, with the names of their members. */
export async function listPanels(filters: Filters, paging: Paging) {
  const { items, nextCursor } = await pageOfPanels(filters, paging);
  return { items: await named(items), next_cursor: nextCursor };
}
