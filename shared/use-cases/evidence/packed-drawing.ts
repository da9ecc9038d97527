import { gunzipSync, gzipSync } from "node:zlib";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { type Drawing, withoutWords } from "#shared/domain/evidence/certificate/drawing.ts";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import { MAX_SIGNED_CERTIFICATE_BYTES } from "#shared/domain/reviews/limits.ts";
import { certificateFrom, ownIssuer } from "./draw-certificate.ts";

/**
 * What a certificate was drawn from, compressed, without counsel's words; null: drawn now, it would have
 * other bytes.
 * @param attached the bundle that is attached to the certificate
 * @param folder of the function's bundle; the fonts are beside it
 */
export async function packedDrawing(
  attached: EvidenceFile,
  certificate_sha256: string,
  folder: string,
): Promise<Uint8Array | null> {
  const issuer = ownIssuer();
  const bytes = await certificateFrom(attached, issuer)?.(folder);
  const isSame = bytes !== undefined && sha256Hex(bytes) === certificate_sha256;
  return isSame ? gzipSync(JSON.stringify(withoutWords(attached, issuer))) : null;
}

/** What was kept; null if the stored bytes are not what this service keeps. */
export function unpackedDrawing(packed: Uint8Array): Drawing | null {
  try {
    const text = gunzipSync(packed, { maxOutputLength: MAX_SIGNED_CERTIFICATE_BYTES });
    const drawing = JSON.parse(text.toString("utf8")) as Drawing | null;
    return Array.isArray(drawing?.file?.disclosures) ? drawing : null;
  } catch {
    return null;
  }
}
