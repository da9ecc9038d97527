import { change } from "./item.ts";
import { readOne, readTogether } from "./read-together.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * REPOSITORY#<connection_id> / <repository id>: what the source host's deliveries last said about a
 * repository: `pushed_at`, to its default branch, and `removed_at`, from the installation. ISO 8601
 * UTC, by our clock. The item `*` is about every repository of the connection.
 */

const EVERY = "*";

export interface RepositoryEvents {
  pushed_at: string | null;
  removed_at: string | null;
}

const eventsKey = (connectionId: string, repositoryId: string): Key => ({
  pk: `REPOSITORY#${connectionId}`,
  sk: repositoryId,
});

const set = (connectionId: string, repositoryId: string, name: string, at: string): Action =>
  change(eventsKey(connectionId, repositoryId), { set: { [name]: at } });

/** Notes a push to the default branch; part of the transaction that takes the delivery. */
export const notePushed = (connectionId: string, repositoryId: string, at: string): Action =>
  set(connectionId, repositoryId, "pushed_at", at);

/** A transaction has no room for more than this, so more are noted as all of the connection's. */
const MAX_NOTED = 40;

/** Notes repositories that the installation no longer has. */
export const noteRemoved = (
  connectionId: string,
  repositoryIds: readonly string[],
  at: string,
): Action[] => {
  const distinct = [...new Set(repositoryIds)];
  const noted = distinct.length > MAX_NOTED ? [EVERY] : distinct;
  return noted.map((id) => set(connectionId, id, "removed_at", at));
};

/** The newest event of each kind, strongly consistent. */
export async function readRepositoryEvents(
  connectionId: string,
  repositoryId: string,
): Promise<RepositoryEvents> {
  const of = (id: string) =>
    readOne(eventsKey(connectionId, id), (item) => item as Partial<RepositoryEvents>);
  const { own, every } = await readTogether({ own: of(repositoryId), every: of(EVERY) });
  return {
    pushed_at: own?.pushed_at ?? null,
    removed_at: [own?.removed_at ?? "", every?.removed_at ?? ""].sort().at(-1) || null,
  };
}
