import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { discoveryRoutes } from "#shared/routes/table/discovery.ts";
import { getConnection } from "#shared/store/connections.ts";
import { connectionRuns, runOf } from "#shared/store/discovery-runs.ts";
import { readPage } from "#shared/store/page.ts";

export const handler = bind(
  discoveryRoutes.listDiscoveryRuns,
  knownTenant,
)(async ({ params, query, principal }) => {
  const partition = connectionRuns(params.id);
  const [connection, { items, nextCursor }] = await Promise.all([
    getConnection(params.id, principal.tenantId),
    readPage({ scope: partition, index: "gsi1", partitions: [partition], descending: true }, query),
  ]);
  if (connection === null) throw new DomainError("not_found", "There is no such connection.");
  const runs = items.map(runOf);
  return { status: 200, body: { items: runs, next_cursor: nextCursor } };
});
