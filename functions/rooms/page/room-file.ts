import { files } from "virtual:room-page";
import { noSuch } from "#shared/domain/errors.ts";
import { builtFile } from "#shared/html/built-file.ts";
import { takesGzip } from "#shared/routes/contract/route.ts";

/** One file that the page loads. @throws DomainError `not_found` for one that was not built */
export function roomFile(name: string, acceptEncoding = "") {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw noSuch("file");
  return builtFile(file, takesGzip(acceptEncoding));
}
