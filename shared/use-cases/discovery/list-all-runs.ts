import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { allRuns, runOf } from "#shared/store/discovery-runs.ts";
import { type Page, type Paging, readPage } from "#shared/store/page.ts";

interface Query extends Paging {
  tenant_id?: string | undefined;
  status?: RunRecord["status"] | undefined;
}

/** A page of the runs of all tenants, newest first. */
export async function listAllRuns(query: Query): Promise<Page<RunRecord>> {
  const { tenant_id, status, ...paging } = query;
  const listing = { ...allRuns, scope: JSON.stringify([allRuns.scope, tenant_id, status]) };
  const { items, nextCursor } = await readPage(
    listing,
    paging,
    tenant_id === undefined && status === undefined
      ? undefined
      : (item) => {
          const run = runOf(item);
          return (
            (tenant_id === undefined || run.tenant_id === tenant_id) &&
            (status === undefined || run.status === status)
          );
        },
  );
  return { items: items.map(runOf), nextCursor };
}
