import type { PanelStatus } from "#shared/domain/reviews/statuses.ts";
import type { Paging } from "#shared/store/page.ts";
import { pageOfPanels } from "#shared/store/panels.ts";
import { named } from "./name-members.ts";

interface Filters {
  status?: PanelStatus | undefined;
  framework_id?: string | undefined;
}

/**
 * A page of panels, newest first, with the names of their members.
 * @param now ISO 8601 UTC
 */
export async function listPanels({ status, framework_id }: Filters, paging: Paging, now: string) {
  const statuses = status && [status];
  const { items, next_cursor } = await pageOfPanels({ statuses, framework_id }, paging);
  return { items: await named(items, now), next_cursor };
}
