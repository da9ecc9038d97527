import { MAX_EVIDENCE_BYTES } from "#shared/domain/evidence/max-bytes.ts";

/*
 * The command's files. Node's modules are loaded only when the command runs, because a browser imports
 * the same program.
 */

export interface Disk {
  /** @throws Error that says why it cannot be read */
  bytesOf(file: string): Uint8Array;
  /** A file's content as text. @throws Error that says why it cannot be read */
  textOf(file: string): string;
  /** A file in a folder; null: there is none. */
  fileIn(folder: string, path: string): Uint8Array | null;
  write(file: string, bytes: Uint8Array): void;
  /** Writes one file completely or not at all. */
  keep(folder: string, path: string, bytes: Uint8Array | string): void;
  /** Everything on standard input; empty on a terminal. */
  input(): string;
}

const strictly = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export async function openDisk(): Promise<Disk> {
  const [fs, { dirname, join }] = await Promise.all([import("node:fs"), import("node:path")]);
  const sizeOf = (file: string): number => {
    try {
      return fs.statSync(file).size;
    } catch {
      throw new Error("it cannot be read");
    }
  };
  const bytesOf = (file: string): Uint8Array => {
    if (sizeOf(file) > MAX_EVIDENCE_BYTES) throw new Error("it is larger than 64 MB");
    try {
      return fs.readFileSync(file);
    } catch {
      throw new Error("it cannot be read");
    }
  };
  return {
    bytesOf,
    textOf: (file) => {
      try {
        return strictly.decode(bytesOf(file));
      } catch (error) {
        throw error instanceof TypeError ? new Error("it is not UTF-8 text") : error;
      }
    },
    fileIn: (folder, path) => {
      const file = join(folder, path);
      return fs.existsSync(file) ? new Uint8Array(fs.readFileSync(file)) : null;
    },
    write: (file, bytes) => fs.writeFileSync(file, bytes),
    keep: (folder, path, bytes) => {
      const file = join(folder, path);
      fs.mkdirSync(dirname(file), { recursive: true });
      fs.writeFileSync(`${file}.new`, bytes);
      fs.renameSync(`${file}.new`, file);
    },
    input: () => {
      if (globalThis.process.stdin.isTTY) return "";
      try {
        return fs.readFileSync(0, "utf8");
      } catch {
        return "";
      }
    },
  };
}
