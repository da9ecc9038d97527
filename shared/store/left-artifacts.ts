import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { artifactKey, readStored, type StoredArtifact } from "./artifacts.ts";
import { drop, put } from "./item.ts";
import { queryOnce } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transactEach } from "./transact.ts";

/*
 * EXTRACTOR#TENANT#<id> / LEFT#<connection_id>#<kind>#<artifact id>: an artifact that a run could not
 * ask about because the budget was exhausted. The next run with a budget asks about it first.
 */

const prefix = (connectionId: string): string => `LEFT#${connectionId}#`;

const leftKey = ({ tenant_id, connection_id, kind, id }: Artifact): Key => ({
  pk: `EXTRACTOR#TENANT#${tenant_id}`,
  sk: `${prefix(connection_id)}${kind}#${id}`,
});

/** Notes artifacts that the next run asks about first. */
export const putLeft = (artifacts: readonly Artifact[]): Promise<number> =>
  transactEach(
    artifacts.map((artifact) => put({ ...leftKey(artifact), artifact: artifactKey(artifact) })),
  );

export const dropLeft = (artifacts: readonly Artifact[]): Promise<number> =>
  transactEach(artifacts.map((artifact) => drop(leftKey(artifact))));

/** A connection's artifacts that runs have left, at most `limit`, as they are now. */
export async function readLeft(
  tenantId: string,
  connectionId: string,
  limit: number,
): Promise<StoredArtifact[]> {
  const { items } = await queryOnce({
    pk: `EXTRACTOR#TENANT#${tenantId}`,
    prefix: prefix(connectionId),
    limit,
  });
  return readStored(items.map(({ artifact }) => artifact as Key));
}
