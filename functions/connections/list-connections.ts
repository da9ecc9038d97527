import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { connectionRoutes } from "#shared/routes/table/connections.ts";
import { connectionOf, tenantConnections } from "#shared/store/connections.ts";
import { readPage } from "#shared/store/page.ts";

export const handler = bind(
  connectionRoutes.listConnections,
  knownTenant,
)(async ({ query, principal }) => {
  const partition = tenantConnections(principal.tenantId);
  const { items, nextCursor } = await readPage(
    { scope: partition, index: "gsi1", partitions: [partition] },
    query,
  );
  const connections = items.map(connectionOf);
  return { status: 200, body: { items: connections, next_cursor: nextCursor } };
});
