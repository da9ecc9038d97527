import { files } from "virtual:console-files";
import { noSuch } from "#shared/domain/errors.ts";
import { builtFile } from "#shared/html/built-file.ts";
import { takesGzip } from "#shared/routes/contract/route.ts";

/** One file of the console. @throws DomainError `not_found` for one that was not built */
export function consoleFile(name: string, acceptEncoding = "") {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw noSuch("file");
  return builtFile(file, takesGzip(acceptEncoding));
}
