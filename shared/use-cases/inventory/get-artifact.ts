import { noSuch } from "#shared/domain/errors.ts";
import { getArtifact as readArtifact, type StoredArtifact } from "#shared/store/artifacts.ts";

/**
 * One artifact of a tenant; it is retired if its connection was deleted.
 * @throws DomainError `not_found`, also for another tenant's
 */
export async function getArtifact(id: string, tenantId: string): Promise<StoredArtifact> {
  const found = await readArtifact(id, tenantId);
  if (found === null) throw noSuch("artifact");
  const { artifact, deletedAt } = found;
  return deletedAt === null || artifact.retired_at !== null
    ? artifact
    : { ...artifact, retired_at: deletedAt };
}
