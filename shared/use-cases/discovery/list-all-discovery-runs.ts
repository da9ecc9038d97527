import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { allRunsPage, type RunFilters } from "#shared/store/discovery-runs.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/** A page of the runs of all tenants, newest first. */
export const listAllDiscoveryRuns = ({
  tenant_id,
  status,
  ...paging
}: RunFilters & Paging): Promise<Page<RunRecord>> => allRunsPage({ tenant_id, status }, paging);
