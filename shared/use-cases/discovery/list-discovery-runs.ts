import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { getConnection } from "#shared/store/connections.ts";
import { readRuns } from "#shared/store/discovery-runs.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/**
 * One page of a connection's runs, newest first.
 * @throws DomainError `not_found` for a connection that is not this tenant's
 */
export async function listDiscoveryRuns(
  connectionId: string,
  tenantId: string,
  page: Paging,
): Promise<Page<RunRecord>> {
  const [connection, runs] = await Promise.all([
    getConnection(connectionId, tenantId),
    readRuns(connectionId, page),
  ]);
  if (connection === null) throw noSuch("connection");
  return runs;
}
