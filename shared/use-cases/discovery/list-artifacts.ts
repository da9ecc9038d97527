import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { artifactPage } from "#shared/store/artifacts.ts";
import { getConnection, readDeletions } from "#shared/store/connections.ts";
import type { Page, Paging } from "#shared/store/page.ts";

interface Narrowed extends Paging {
  connection_id?: string | undefined;
  kind?: string | undefined;
}

/**
 * One page of what was found in a tenant's environments; what a deleted connection found is retired
 * since its deletion, and can be listed by its id.
 * @throws DomainError `not_found` for a connection that is not, and never was, this tenant's
 */
export async function listArtifacts(tenantId: string, query: Narrowed): Promise<Page<Artifact>> {
  const { connection_id, kind } = query;
  const [connection, { items: artifacts, nextCursor }] = await Promise.all([
    connection_id === undefined ? undefined : getConnection(connection_id, tenantId),
    artifactPage(tenantId, { connectionId: connection_id, kind }, query),
  ]);
  const asked = connection_id === undefined ? [] : [connection_id];
  const deletions = await readDeletions(tenantId, [
    ...asked,
    ...artifacts.map((artifact) => artifact.connection_id),
  ]);
  if (connection === null && !asked.some((id) => deletions.has(id))) {
    throw new DomainError("not_found", "There is no such connection.");
  }
  return { items: artifacts.map((artifact) => retiredWith(artifact, deletions)), nextCursor };
}

/** With its connection everything that it found is retired, also what a late run still recorded. */
function retiredWith(artifact: Artifact, deletions: ReadonlyMap<string, string>): Artifact {
  const deletedAt = deletions.get(artifact.connection_id);
  return deletedAt === undefined || artifact.retired_at !== null
    ? artifact
    : { ...artifact, retired_at: deletedAt };
}
