import { gzipSync } from "node:zlib";
import { files } from "virtual:console";
import { noSuch } from "#shared/domain/errors.ts";
import { builtFile, compression } from "#shared/html/built-file.ts";
import { takesGzip } from "#shared/routes/contract/route.ts";

/** One file of the console. @throws DomainError `not_found` for one that was not built */
export function consoleFile(name: string, acceptEncoding = "") {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw noSuch("file");
  return builtFile(file, takesGzip(acceptEncoding));
}

/** The response's bytes, gzipped if the client accepts that, with the matching headers. */
export function compressedText(text: string, acceptEncoding = "") {
  const isGzipped = takesGzip(acceptEncoding);
  return {
    bytes: isGzipped ? gzipSync(text) : Buffer.from(text),
    headers: compression(isGzipped),
  };
}
