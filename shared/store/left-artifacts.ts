import { artifactKey, readStored, type StoredArtifact } from "./artifacts.ts";
import { drop, hasStill, put } from "./item.ts";
import { type Item, queryOnce } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transactEach } from "./transact.ts";

/*
 * EXTRACTOR#TENANT#<id> / LEFT#<connection_id>#<kind>#<artifact id>: an artifact that a run could not
 * ask about because the budget was exhausted. The next run with a budget asks about it first.
 *   content_hash   what it contained then
 */

const prefix = (connectionId: string): string => `LEFT#${connectionId}#`;

const leftKey = ({ tenant_id, connection_id, kind, id }: StoredArtifact): Key => ({
  pk: `EXTRACTOR#TENANT#${tenant_id}`,
  sk: `${prefix(connection_id)}${kind}#${id}`,
});

/** Notes artifacts that the next run asks about first. */
export const putLeft = (artifacts: readonly StoredArtifact[]): Promise<number> =>
  transactEach(
    artifacts.map((one) =>
      put({ ...leftKey(one), artifact: artifactKey(one), content_hash: one.content_hash }),
    ),
  );

/** What runs have left: the notes about it, and the artifacts as they are now. */
interface Left {
  notes: readonly Item[];
  artifacts: StoredArtifact[];
}

/** Removes the notes, except where a run has left other content since they were read. */
export const dropLeft = ({ notes }: Left): Promise<number> =>
  transactEach(
    notes.map(({ pk, sk, content_hash }) =>
      drop({ pk, sk } as Key, hasStill("content_hash", content_hash)),
    ),
  );

/** A connection's artifacts that runs have left, at most `limit`. */
export async function readLeft(
  tenantId: string,
  connectionId: string,
  limit: number,
): Promise<Left> {
  const { items: notes } = await queryOnce({
    pk: `EXTRACTOR#TENANT#${tenantId}`,
    prefix: prefix(connectionId),
    limit,
  });
  return { notes, artifacts: await readStored(notes.map(({ artifact }) => artifact as Key)) };
}
