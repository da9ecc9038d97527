import { DomainError } from "#shared/domain/errors.ts";
import { mediaTypeOf } from "./input.ts";

interface Sent {
  headers: Readonly<Record<string, string>>;
  rawBody: Buffer;
}

/** A body that is a PDF. @throws DomainError `unsupported_media_type` */
export function readPdf({ headers, rawBody }: Sent): Uint8Array {
  if (mediaTypeOf(headers["content-type"]) === "application/pdf") return rawBody;
  throw new DomainError("unsupported_media_type", "Send the file itself, as application/pdf.");
}
