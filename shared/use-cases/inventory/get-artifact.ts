import { noSuch } from "#shared/domain/errors.ts";
import { getArtifact as readArtifact, type StoredArtifact } from "#shared/store/artifacts.ts";
import { readDeletions } from "#shared/store/connection-claims.ts";

const noArtifact = () => noSuch("artifact");

/**
 * One artifact of a tenant; that of a deleted connection is retired.
 * @throws DomainError `not_found`, also for another tenant's
 */
export async function getArtifact(id: string, tenantId: string): Promise<StoredArtifact> {
  const artifact = await readArtifact(id, tenantId);
  if (artifact === null) throw noArtifact();
  const deletions = await readDeletions(tenantId, [artifact.connection_id]);
  const deletedAt = deletions.get(artifact.connection_id);
  return deletedAt === undefined || artifact.retired_at !== null
    ? artifact
    : { ...artifact, retired_at: deletedAt };
}
