import { panelAt } from "#shared/domain/reviews/panel.ts";
import type { PanelStatus } from "#shared/domain/reviews/statuses.ts";
import { type Paging, pageInSteps } from "#shared/store/page.ts";
import { pageOfPanels } from "#shared/store/panels.ts";
import { named } from "./name-members.ts";

interface Filters {
  status?: PanelStatus | undefined;
  framework_id?: string | undefined;
}

/**
 * A page of panels as of now, newest first, with the names of their members.
 * @param now ISO 8601 UTC
 */
export async function listPanels({ status, framework_id }: Filters, paging: Paging, now: string) {
  // A panel that has expired is still stored as open until the daily job has run.
  const stored = status && [...new Set([status, "open" as const])];
  const { items, next_cursor } = await pageInSteps(paging, (step) =>
    pageOfPanels(
      { statuses: stored, framework_id },
      step,
      status && ((panel) => panelAt(panel, now).status === status),
    ),
  );
  return { items: await named(items, now), next_cursor };
}
