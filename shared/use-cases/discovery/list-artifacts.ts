import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { artifactListing, artifactOf } from "#shared/store/artifacts.ts";
import { getConnection } from "#shared/store/connections.ts";
import { type Page, type Paging, readPage } from "#shared/store/page.ts";

interface Narrowed extends Paging {
  connection_id?: string | undefined;
  kind?: string | undefined;
}

/**
 * One page of what was found in a tenant's environments; a deleted connection's retired artifacts
 * are among them, and can be listed by its id.
 * @throws DomainError `not_found` for a connection that is not, and never was, this tenant's
 */
export async function listArtifacts(tenantId: string, query: Narrowed): Promise<Page<Artifact>> {
  const { connection_id, kind } = query;
  const [connection, { items, nextCursor }] = await Promise.all([
    connection_id === undefined ? undefined : getConnection(connection_id, tenantId),
    readPage(artifactListing(tenantId, connection_id, kind), query),
  ]);
  const artifacts = items.map(artifactOf);
  const isOwn = artifacts.length > 0 && artifacts.every((one) => one.tenant_id === tenantId);
  if (connection === null && !isOwn) {
    throw new DomainError("not_found", "There is no such connection.");
  }
  return { items: artifacts, nextCursor };
}
