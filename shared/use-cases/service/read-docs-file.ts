import { readFile } from "node:fs/promises";
import { files } from "virtual:docs";
import { DomainError } from "#shared/domain/errors.ts";

/**
 * One gzipped file of the reference, next to the function's bundle.
 * @param folder the bundle's folder
 * @throws DomainError `not_found` for a name that the build did not create
 */
export async function readDocsFile(name: string, folder: string) {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw new DomainError("not_found", "There is no such file.");
  return { type: file.type, gzip: await readFile(`${folder}/files/${name}.gz`) };
}
