import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { ENTRY_BYTES } from "#shared/domain/log/entry.ts";
import { HASH_BYTES } from "#shared/domain/log/merkle.ts";
import { bundleBytes, parseTilePath } from "#shared/domain/log/tiles.ts";
import { getTiles } from "#shared/store/log.ts";
import { getEntries } from "#shared/store/log-rows.ts";

/**
 * A tile of hashes or a bundle of entries, by its path below `tile/`.
 * @throws DomainError `not_found` for an invalid path, and for a tile that does not exist yet
 */
export async function getLogTile(path: string): Promise<Uint8Array> {
  const asked = parseTilePath(path);
  if (asked === null) throw noSuch("tile");
  const isEntries = asked.kind === "entries";
  const [found] = await (isEntries
    ? getEntries([asked.index])
    : getTiles([{ level: asked.level, index: asked.index }]));
  const bytes = asked.width * (isEntries ? ENTRY_BYTES : HASH_BYTES);
  if (!found || found.length < bytes) {
    throw new DomainError("not_found", "The log is not that long yet.");
  }
  const wanted = found.subarray(0, bytes);
  return isEntries ? bundleBytes(wanted) : wanted;
}
