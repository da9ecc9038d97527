import { gzipSync } from "node:zlib";
import { files } from "virtual:console";
import { builtFile, compression } from "#shared/html/built-file.ts";
import { takesGzip } from "#shared/routes/contract/route.ts";
import { readFileBeside } from "#shared/use-cases/service/read-file-beside.ts";

/** One file of the console. @throws DomainError `not_found` for one that was not built */
export async function consoleFile(name: string, acceptEncoding = "") {
  return builtFile(await readFileBeside(files, name, __dirname), takesGzip(acceptEncoding));
}

/** The response's bytes, gzipped if the client accepts that, with the matching headers. */
export function compressedText(text: string, acceptEncoding = "") {
  const isGzipped = takesGzip(acceptEncoding);
  return {
    bytes: isGzipped ? gzipSync(text) : Buffer.from(text),
    headers: compression(isGzipped),
  };
}
