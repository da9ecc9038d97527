import type { FoundFile } from "#shared/domain/evidence/verify-export.ts";
import type { Disk } from "./disk.ts";

/** The folder of an export. */
export interface ExportFolder {
  /** Opens only the folder's regular files: a link leads out of it, and a pipe has no end. */
  disk: Disk;
  /** Every file with its hash. Whatever is not a regular file has an empty one. */
  hashFiles(): Promise<FoundFile[]>;
}

/** @throws Error that says why the folder cannot be read */
export async function openExport(disk: Disk, folder: string): Promise<ExportFolder> {
  const [{ createHash }, fs] = await Promise.all([import("node:crypto"), import("node:fs")]);
  const regular = new Set<string>();
  const others: FoundFile[] = [];
  const list = (below: string): void => {
    for (const entry of fs.readdirSync(`${folder}/${below}`, { withFileTypes: true })) {
      const path = `${below}${entry.name}`;
      if (entry.isDirectory()) list(`${path}/`);
      else if (entry.isFile()) regular.add(path);
      else others.push({ path, sha256: "", bytes: 0 });
    }
  };
  try {
    list("");
  } catch {
    throw new Error("it cannot be read");
  }
  const own = (file: string): string => {
    if (regular.has(file.slice(folder.length + 1))) return file;
    throw new Error("it is not a regular file");
  };
  // Reads in chunks, because a file may have 100 MB.
  const hashed = async (path: string): Promise<FoundFile> => {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of fs.createReadStream(`${folder}/${path}`)) {
      hash.update(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
    }
    return { path, sha256: hash.digest("hex"), bytes };
  };
  return {
    disk: {
      ...disk,
      bytesOf: (file) => disk.bytesOf(own(file)),
      textOf: (file) => disk.textOf(own(file)),
      fileIn: (place, path) =>
        regular.has(`${place}/${path}`.slice(folder.length + 1)) ? disk.fileIn(place, path) : null,
    },
    hashFiles: async () => {
      const found = [...others];
      for (const path of regular) found.push(await hashed(path));
      return found;
    },
  };
}
