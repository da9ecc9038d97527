import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file (mode 0600) atomically: after a crash it has either the old text or the new. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, "w", 0o600);
  try {
    // A temporary file left by a crash keeps its old mode.
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
