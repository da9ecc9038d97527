import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Each file's last write that is still in progress. */
const writing = new Map<string, Promise<void>>();

/** The ending of temporary files' names. A killed run leaves some behind. */
export const TEMPORARY = ".tmp";

/**
 * Replaces a file (mode 0600) atomically: after a crash it has either the old text or the new. Writes
 * to one file queue up in the order of the calls, and a failed one does not hold up the next.
 */
export function replaceFile(file: string, text: string): Promise<void> {
  const before = writing.get(file) ?? Promise.resolve();
  const queued = before.catch(() => {}).then(() => replace(file, text));
  writing.set(file, queued);
  const forget = () => {
    if (writing.get(file) === queued) writing.delete(file);
  };
  queued.then(forget, forget);
  return queued;
}

async function replace(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
