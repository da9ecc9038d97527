import { readFile } from "node:fs/promises";
import { files } from "virtual:docs";
import { noSuch } from "#shared/domain/errors.ts";

/**
 * One gzipped file of the reference, next to the function's bundle.
 * @param folder the bundle's folder
 * @throws DomainError `not_found` for a name that the build did not create
 */
export async function readDocsFile(name: string, folder: string) {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw noSuch("file");
  return { type: file.type, gzip: await readFile(`${folder}/files/${name}.gz`) };
}
