import { type Artifact, retiredSince } from "#shared/domain/discovery/artifact.ts";
import {
  type ArtifactFilter,
  fitsFilter,
  isFiltering,
} from "#shared/domain/discovery/artifact-filter.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { artifactPage } from "#shared/store/artifacts.ts";
import { readDeletions } from "#shared/store/connection-claims.ts";
import { getConnection, readTenantConnections } from "#shared/store/connections.ts";
import { type Page, type Paging, pageInSteps } from "#shared/store/page.ts";

interface Narrowed extends Paging, ArtifactFilter {
  connection_id?: string | undefined;
  kind?: string | undefined;
}

/**
 * One page of a tenant's artifacts. Those of a deleted connection are retired, and can be listed by its
 * id. A page of a filtered list may contain fewer artifacts than its limit, or none, and still have a
 * cursor.
 * @throws DomainError `not_found` for a connection that is not, and never was, this tenant's
 */
export async function listArtifacts(tenantId: string, query: Narrowed): Promise<Page<Artifact>> {
  const { connection_id } = query;
  const [connection, { items: artifacts, next_cursor }] = await Promise.all([
    connection_id === undefined ? undefined : getConnection(connection_id, tenantId),
    fittingPage(tenantId, query),
  ]);
  const asked = connection_id === undefined ? [] : [connection_id];
  const deletions = await readDeletions(tenantId, [
    ...asked,
    ...artifacts.map((artifact) => artifact.connection_id),
  ]);
  if (connection === null && !asked.some((id) => deletions.has(id))) throw noSuch("connection");
  return {
    items: artifacts.map((artifact) =>
      retiredSince(artifact, deletions.get(artifact.connection_id) ?? null),
    ),
    next_cursor,
  };
}

/**
 * A page of the artifacts that match the filter, read in several steps if matches are sparse. A tenant
 * has separate lists by whether somebody answers for an artifact, so this filter alone reads no others.
 */
async function fittingPage(
  tenantId: string,
  { connection_id: connectionId, kind, limit, cursor, ...filter }: Narrowed,
): Promise<Page<Artifact>> {
  const narrowed = { connectionId, kind, confirmed: filter.confirmed };
  const isApart = connectionId === undefined && kind === undefined;
  if (!isFiltering(isApart ? { ...filter, confirmed: undefined } : filter)) {
    return artifactPage(tenantId, narrowed, { limit, cursor });
  }
  const connected =
    filter.state === undefined
      ? null
      : new Set((await readTenantConnections(tenantId)).map(({ id }) => id));
  const keep = (artifact: Artifact): boolean =>
    fitsFilter(artifact, connected?.has(artifact.connection_id) ?? true, filter);
  return pageInSteps({ limit, cursor }, (paging) => artifactPage(tenantId, narrowed, paging, keep));
}
