import { sha256Hex } from "#shared/domain/canonical.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { withWordsAs } from "#shared/domain/evidence/withhold.ts";
import type { SignedCertificate } from "#shared/domain/reviews/sign-certificate.ts";
import { appendedBytes, signedCertificatesOf } from "#shared/store/signed-certificates.ts";
import { certificateFrom } from "./get-certificate.ts";
import { loadUnsealed } from "./load-evidence.ts";
import { refuseDifferent } from "./state-differs.ts";

/** The certificate with the law firm's signature, or else only the signature. */
interface SignedFile {
  fileName: string;
  bytes: Uint8Array;
  /** False: the certificate cannot be drawn again as it was, because counsel's words were erased. */
  isWhole: boolean;
}

/**
 * A certificate that a law firm signed: the certificate drawn as at that time, and the bytes that the
 * firm appended. Only the appended bytes of the file are stored.
 * @param folder of the function's bundle; the fonts are beside it
 * @throws DomainError `not_found`, `state_differs` if it is not the file that was handed in
 */
export async function getSignedCertificate(
  reviewId: string,
  sha256: string,
  folder: string,
): Promise<SignedFile> {
  const known = await signedCertificatesOf(reviewId);
  const file = known.find((one) => one.sha256 === sha256);
  const appended = file === undefined ? null : await appendedBytes(file);
  if (file === undefined || appended === null) throw noSuch("signed certificate");
  const certificate = await drawnAgain(file, folder);
  const bytes = certificate === null ? appended : Buffer.concat([certificate, appended]);
  const isOther = certificate !== null && sha256Hex(bytes) !== sha256;
  refuseDifferent(
    { review_id: reviewId, sha256 },
    isOther ? "the signature's bytes differ." : null,
  );
  const name = `countersign-${reviewId}-signed-${sha256.slice(0, 8)}`;
  return certificate === null
    ? { fileName: `${name}.part`, bytes, isWhole: false }
    : { fileName: `${name}.pdf`, bytes, isWhole: true };
}

/** The same bytes as when the certificate was issued, with or without counsel's words, or null. */
async function drawnAgain(file: SignedCertificate, folder: string): Promise<Uint8Array | null> {
  const evidence = await loadUnsealed(file.review_id, file);
  for (const words of ["full", "withheld"] as const) {
    const bytes = await certificateFrom(withWordsAs(words, evidence)).draw(folder);
    if (sha256Hex(bytes) === file.certificate_sha256) return bytes;
  }
  return null;
}
