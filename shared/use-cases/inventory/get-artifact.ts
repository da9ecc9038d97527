import { retiredSince } from "#shared/domain/discovery/artifact.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { getArtifact as readArtifact, type StoredArtifact } from "#shared/store/artifacts.ts";

/**
 * One artifact of a tenant; it is retired if its connection was deleted.
 * @throws DomainError `not_found`, also for another tenant's
 */
export async function getArtifact(id: string, tenantId: string): Promise<StoredArtifact> {
  const { artifact, deletedAt } = await findArtifact(id, tenantId);
  return retiredSince(artifact, deletedAt);
}

/**
 * One artifact of a tenant as it is stored, and when its connection was deleted; null: it was not.
 * @throws DomainError `not_found`, also for another tenant's
 */
export async function findArtifact(id: string, tenantId: string) {
  const found = await readArtifact(id, tenantId);
  if (found === null) throw noSuch("artifact");
  return found;
}
