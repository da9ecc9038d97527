import { utf8 } from "#shared/domain/bytes.ts";
import { ENTRY_BYTES, TILE_WIDTH } from "#shared/domain/log/entry.ts";
import { keyChainText } from "#shared/domain/log/key-change.ts";
import { bundleBytes, tilePath } from "#shared/domain/log/tiles.ts";
import type { Folder } from "./files.ts";

/** Writes the public log up to its newest checkpoint, as a mirror: `log/checkpoint`, `log/tile/…`. */
export async function writeLog(folder: Folder): Promise<void> {
  const { getCheckpoint } = await import("#shared/store/log-checkpoints.ts");
  const { getLogKeys } = await import("#shared/store/log-keys.ts");
  const { getEntries } = await import("#shared/store/log-rows.ts");
  const [checkpoint, keys] = [await getCheckpoint(), await getLogKeys()];
  if (checkpoint === null || keys === null) throw new Error("The evidence log has not begun yet.");
  const bundles = Math.ceil(checkpoint.size / TILE_WIDTH);
  for (let index = 0; index < bundles; index += 1) {
    const width = Math.min(TILE_WIDTH, checkpoint.size - index * TILE_WIDTH);
    const [bytes] = await getEntries([index]);
    const wanted = (bytes ?? new Uint8Array()).subarray(0, width * ENTRY_BYTES);
    folder.write(`log/tile/${tilePath("entries", index, width)}`, bundleBytes(wanted));
  }
  const keyText = keys.sets.flat().map(({ verifier_key }) => `${verifier_key}\n`);
  folder.write("log/key", utf8(keyText.join("")));
  folder.write("log/keys", utf8(keyChainText(keys.changes)));
  folder.write("log/checkpoint", utf8(checkpoint.note));
}
