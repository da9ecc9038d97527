import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { discoveryRoutes } from "#shared/routes/table/discovery.ts";
import { artifactListing, artifactOf } from "#shared/store/artifacts.ts";
import { getConnection } from "#shared/store/connections.ts";
import { readPage } from "#shared/store/page.ts";

export const handler = bind(
  discoveryRoutes.listArtifacts,
  knownTenant,
)(async ({ query, principal }) => {
  const { connection_id, kind } = query;
  const [connection, { items, nextCursor }] = await Promise.all([
    connection_id === undefined ? undefined : getConnection(connection_id, principal.tenantId),
    readPage(artifactListing(principal.tenantId, connection_id, kind), query),
  ]);
  if (connection === null) throw new DomainError("not_found", "There is no such connection.");
  return { status: 200, body: { items: items.map(artifactOf), next_cursor: nextCursor } };
});
