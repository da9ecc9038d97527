import { unbase64, utf8 } from "#shared/domain/bytes.ts";
import type { RowsKey } from "./key-change.ts";
import {
  ED25519,
  rowsKeyName,
  type VerifierKey,
  verifierKey,
  verifyBytes,
} from "./verifier-key.ts";
import { CERTIFICATE_HEAD, type Certificate, type Writer, writerId } from "./writer.ts";

/* Checks whether a writer is genuine, by a certificate that the log's rows key signed. */

/** How far apart clocks may be. */
const SKEW_MS = 5 * 60 * 1000;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Parses a certificate's text in its only spelling; null if it is not one. */
function parseCertificate(text: string): Writer | null {
  if (!text.startsWith(CERTIFICATE_HEAD) || !text.endsWith("\n")) return null;
  const lines = text.slice(CERTIFICATE_HEAD.length, -1).split("\n");
  const [origin = "", operation = "", key = "", notBefore = "", notAfter = ""] = lines;
  const publicKey = unbase64(key);
  const isOne =
    lines.length === 5 &&
    publicKey?.length === 32 &&
    [notBefore, notAfter].every((at) => INSTANT.test(at)) &&
    /^\w+$/.test(operation);
  return isOne ? { origin, operation, publicKey, notBefore, notAfter } : null;
}

const keyOf = ({ origin, publicKey }: Writer): VerifierKey =>
  verifierKey(rowsKeyName(origin), publicKey, ED25519);

/** Whether a writer signed this text. @param signature base64 */
export const isSigned = (writer: Writer, text: string, signature: string): Promise<boolean> =>
  isGenuine(keyOf(writer), text, signature);

async function isGenuine(key: VerifierKey, text: string, signature: string): Promise<boolean> {
  const bytes = unbase64(signature);
  return bytes !== null && (await verifyBytes(key, utf8(text), bytes)) === "valid";
}

/** A writer whose certificate is genuine, and the rows key that signed it. */
export interface Certified {
  id: string;
  writer: Writer;
  key: RowsKey;
}

/** Reads a certificate; null unless one of these keys of this log signed it. */
export async function certified(
  { certificate, signature }: Certificate,
  origin: string,
  rowsKeys: readonly RowsKey[],
): Promise<Certified | null> {
  const writer = parseCertificate(certificate);
  if (writer === null || writer.origin !== origin) return null;
  for (const key of rowsKeys) {
    if (await isGenuine(key.key, certificate, signature)) {
      return { id: writerId(writer.publicKey), writer, key };
    }
  }
  return null;
}

/** Whether an instant lies within a certificate's validity, allowing for clock skew. */
export const isWithin = ({ notBefore, notAfter }: Writer, at: string): boolean => {
  const instant = Date.parse(at);
  return instant >= Date.parse(notBefore) - SKEW_MS && instant <= Date.parse(notAfter) + SKEW_MS;
};
