import { files } from "virtual:console";
import { builtFile } from "#shared/html/built-file.ts";
import { takesGzip } from "#shared/routes/contract/route.ts";
import { readFileBeside } from "#shared/use-cases/service/read-file-beside.ts";

/** One file of the console. @throws DomainError `not_found` if the build did not make it */
export async function consoleFile(name: string, acceptEncoding = "") {
  return builtFile(await readFileBeside(files, name, __dirname), takesGzip(acceptEncoding));
}
