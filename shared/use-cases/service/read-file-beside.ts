import { readFile } from "node:fs/promises";
import { noSuch } from "#shared/domain/errors.ts";

/** A file that the build wrote next to a function's bundle. */
interface NamedFile {
  name: string;
  type: string;
}

/**
 * One gzipped file next to the function's bundle.
 * @param files the files that the build wrote
 * @param folder the bundle's folder
 * @throws DomainError `not_found` for a name that the build did not create
 */
export async function readFileBeside(files: readonly NamedFile[], name: string, folder: string) {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw noSuch("file");
  return { type: file.type, gzip: await readFile(`${folder}/files/${name}.gz`) };
}
