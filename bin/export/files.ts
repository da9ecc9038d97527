import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** The folder of an export. Each file is written completely or not at all. */
export interface Folder {
  path: string;
  has(name: string): boolean;
  read(name: string): string;
  write(name: string, content: string | Uint8Array): void;
  /** Names below the folder, sorted, without directories. */
  names(): string[];
  /** Names of files that were being written when a run was killed. */
  unfinished(): string[];
  digest(name: string): Promise<{ sha256: string; bytes: number }>;
}

const UNFINISHED = ".new";

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();

export const openFolder = (path: string): Folder => ({
  path,
  has: (name) => existsSync(join(path, name)),
  read: (name) => readFileSync(join(path, name), "utf8"),
  write: (name, content) => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}${UNFINISHED}`, content);
    renameSync(`${file}${UNFINISHED}`, file);
  },
  names: () => filesBelow(path).filter((name) => !name.endsWith(UNFINISHED)),
  unfinished: () => filesBelow(path).filter((name) => name.endsWith(UNFINISHED)),
  digest: async (name) => {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of createReadStream(join(path, name))) {
      hash.update(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
    }
    return { sha256: hash.digest("hex"), bytes };
  },
});
