import verifierDigest from "virtual:verifier-digest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { certificateOf } from "#shared/domain/evidence/certificate/certificate.ts";
import type { Issuer } from "#shared/domain/evidence/certificate/parts.ts";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import { readFonts } from "#shared/platform/pdf/fonts.ts";
import { baseUrl } from "#shared/platform/settings.ts";

/** This deployment, as the certificates that it draws now name it. */
export const ownIssuer = (): Issuer => ({ baseUrl: baseUrl(), verifierDigest });

/**
 * The certificate of a bundle, not yet drawn; null: its request is not decided. The same bundle and
 * issuer give the same bytes.
 */
export function certificateFrom(file: EvidenceFile, issuer: Issuer) {
  const certificate = certificateOf({ file, ...issuer });
  if (certificate === null) return null;
  /** @param folder of the function's bundle; the fonts are beside it */
  return async (folder: string): Promise<Uint8Array> => {
    const { drawCertificate } = await import("#shared/platform/pdf/draw-certificate.ts");
    return drawCertificate(certificate, canonicalJson(file), await readFonts(folder));
  };
}
