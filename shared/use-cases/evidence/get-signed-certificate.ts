import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { withWordsOf } from "#shared/domain/evidence/certificate/drawing.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { SignedCertificate } from "#shared/domain/reviews/sign-certificate.ts";
import { panelTrail, reviewTrail } from "#shared/store/audit-trails.ts";
import { getReview } from "#shared/store/reviews.ts";
import { bytesOfSigned, signedCertificatesOf } from "#shared/store/signed-certificates.ts";
import { certificateFrom } from "./draw-certificate.ts";
import { unpackedDrawing } from "./packed-drawing.ts";
import { refuseDifferent } from "./state-differs.ts";

/** The certificate with the law firm's signature, or else only the signature. */
interface SignedFile {
  fileName: string;
  bytes: Uint8Array;
  /**
   * False: the certificate cannot be drawn again as it was, because counsel's words were erased or this
   * release draws certificates differently.
   */
  isWhole: boolean;
}

/**
 * A certificate that a law firm signed: the certificate drawn again, and the bytes that the firm
 * appended. Only these and what the certificate was drawn from are stored, without counsel's words.
 * @param folder of the function's bundle; the fonts are beside it
 * @throws DomainError `not_found`, `state_differs` if it is not the file that was handed in
 */
export async function getSignedCertificate(
  reviewId: string,
  sha256: string,
  folder: string,
): Promise<SignedFile> {
  const [record, known] = await Promise.all([getReview(reviewId), signedCertificatesOf(reviewId)]);
  const file = known.find((one) => one.sha256 === sha256);
  if (record === null || file === undefined) throw noSuch("signed certificate");
  const [stored, rows] = await Promise.all([bytesOfSigned(file), rowsOf(record)]);
  if (stored === null) throw noSuch("signed certificate");
  const { appended, drawing } = stored;
  const certificate = await drawnAgain(drawing, { rows, file }, folder);
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

/** The rows that can contain counsel's words. */
async function rowsOf({ id, delegated_from, panel_id }: ReviewRecord): Promise<AuditRow[]> {
  const rows = await Promise.all([
    reviewTrail(id),
    delegated_from === null ? [] : reviewTrail(delegated_from),
    panel_id === null ? [] : panelTrail(panel_id),
  ]);
  return rows.flat();
}

interface Signed {
  rows: readonly AuditRow[];
  file: SignedCertificate;
}

/** The same bytes as when the certificate was issued, or null. */
async function drawnAgain(
  packed: Uint8Array,
  { rows, file }: Signed,
  folder: string,
): Promise<Uint8Array | null> {
  const drawing = unpackedDrawing(packed);
  const { review_id, sha256 } = file;
  const isRead = drawing !== null;
  refuseDifferent(
    { review_id, sha256 },
    isRead ? null : "what the certificate was drawn from cannot be read.",
  );
  const bundle = drawing && withWordsOf(rows, drawing);
  const draw = drawing && bundle && certificateFrom(bundle, drawing.issuer);
  const bytes = draw && (await draw(folder));
  return bytes && sha256Hex(bytes) === file.certificate_sha256 ? bytes : null;
}
