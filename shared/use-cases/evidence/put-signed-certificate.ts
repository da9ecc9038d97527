import { randomUUID } from "node:crypto";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { appendedFault } from "#shared/domain/evidence/certificate/appended-signature.ts";
import { markedIn } from "#shared/domain/evidence/certificate/second-line.ts";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import {
  MAX_SIGNED_CERTIFICATES,
  type SignedCertificate,
  signCertificate,
} from "#shared/domain/reviews/sign-certificate.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { certificateTrail } from "#shared/store/audit-trails.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { getReview, moveReview } from "#shared/store/reviews.ts";
import { keepSigned, signedCertificatesOf } from "#shared/store/signed-certificates.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";
import { genuineRows } from "#shared/use-cases/log/genuine-rows.ts";

interface HandedIn {
  reviewId: string;
  /** null: the holder of counsel's link handed it in. */
  actorUserId: string | null;
  /** The whole file. */
  bytes: Uint8Array;
  /** The folder of the function's bundle; the fonts are beside it. */
  folder: string;
  now: string;
  /** Refuses a request whose link was replaced meanwhile; only for a file that came by its link. */
  check?: (record: ReviewRecord) => unknown;
}

interface Kept {
  isNew: boolean;
  file: SignedCertificate;
}

/**
 * Keeps the bytes that a law firm's own tool appended to a certificate of the decision when it signed
 * it, and what the certificate was drawn from. The same file again is the same signature. A PDF
 * signature reader has to judge whether the signature is good.
 * @throws DomainError `not_found`, `review_not_decided`, `not_a_signed_certificate`,
 * `too_many_signed_certificates`, `forbidden` for the canary's reviews
 */
export function putSignedCertificate(handedIn: HandedIn): Promise<Kept> {
  const { reviewId, actorUserId, bytes, folder, now, check } = handedIn;
  const sha256 = sha256Hex(bytes);
  // These take long, and another attempt would find the same.
  let begun: Promise<Begun> | null = null;
  let drawing: Uint8Array | null = null;
  return retryOnConflict(null, async (): Promise<Attempt<null, Kept>> => {
    const record = await getReview(reviewId);
    if (record === null) throw noSuch("review");
    check?.(record);
    leaveCanaryAlone(record);
    if (!isDecided(record)) {
      throw new DomainError("review_not_decided", "Only a decided review has a certificate.");
    }
    begun ??= certificateIn(bytes, reviewId);
    // Read after the record: the write assumes that the record is still the same, and with it this list.
    const [known, { total, certificate_sha256, attached }] = await Promise.all([
      signedCertificatesOf(reviewId),
      begun,
    ]);
    const same = known.find((one) => one.sha256 === sha256);
    if (same !== undefined) return { done: { isNew: false, file: same } };
    if (known.length >= MAX_SIGNED_CERTIFICATES) throw tooMany();
    drawing ??= await drawingOf(attached, certificate_sha256, folder);
    const by = actorUserId === null ? "link" : "admin";
    const { after, row } = signCertificate(record, {
      ...{ sha256, certificate_sha256, by, actorUserId },
      ...{ id: randomUUID(), now },
    });
    const file: SignedCertificate = {
      ...{ review_id: reviewId, sha256, certificate_sha256, by },
      received_at: row.created_at,
      bytes: bytes.length - total,
      drawing_bytes: drawing.length,
    };
    const signature = keepSigned(file, { appended: bytes.subarray(total), drawing });
    const outcome = await moveReview(record, after, row, { signature });
    return outcome.committed ? { done: { isNew: true, file } } : { conflict: null };
  });
}

const tooMany = () =>
  new DomainError(
    "too_many_signed_certificates",
    `At most ${MAX_SIGNED_CERTIFICATES} signed certificates are kept of one review.`,
  );

interface Begun extends Pick<SignedCertificate, "certificate_sha256"> {
  /** Size of the certificate in bytes. */
  total: number;
  /** The bundle that is attached to it. */
  attached: EvidenceFile;
}

/**
 * The certificate with which a file begins. Its logged hash must show that it was issued for this
 * decision.
 * @throws DomainError `not_a_signed_certificate`
 */
async function certificateIn(bytes: Uint8Array, reviewId: string): Promise<Begun> {
  const marked = markedIn(bytes);
  const certificate = bytes.subarray(0, marked?.total ?? 0);
  const certificate_sha256 = sha256Hex(certificate);
  if (marked === null || !(await wasIssued(certificate, certificate_sha256, reviewId))) {
    throw refused("it does not begin with a certificate that was issued for this decision.");
  }
  const { offset, length, total } = marked;
  const fault = appendedFault(bytes, total);
  if (fault !== null) throw refused(fault);
  // The service wrote this text: its hash is in the log.
  const text = Buffer.from(certificate.subarray(offset, offset + length)).toString("utf8");
  return { total, certificate_sha256, attached: JSON.parse(text) as EvidenceFile };
}

/**
 * What the certificate was drawn from, compressed, without counsel's words. It is drawn once more here,
 * so that nothing is kept that could not be handed out whole later.
 * @throws DomainError `not_a_signed_certificate`
 */
async function drawingOf(
  attached: EvidenceFile,
  certificate_sha256: string,
  folder: string,
): Promise<Uint8Array> {
  const { packedDrawing } = await import("./packed-drawing.ts");
  const drawing = await packedDrawing(attached, certificate_sha256, folder);
  if (drawing !== null) return drawing;
  throw new DomainError(
    "not_a_signed_certificate",
    "This file cannot be kept: since its certificate was downloaded, the service's version or address has changed, and the certificate would be drawn differently now. Download it again and sign that.",
  );
}

async function wasIssued(
  { length }: Uint8Array,
  sha256: string,
  reviewId: string,
): Promise<boolean> {
  const [rows, keys] = await Promise.all([certificateTrail(sha256), getLogKeys()]);
  const issued = rows.filter(
    ({ context }) => context.review_id === reviewId && context.length === length,
  );
  return (await genuineRows(issued, keys)).length > 0;
}

const refused = (why: string): DomainError =>
  new DomainError(
    "not_a_signed_certificate",
    `This file cannot be kept: ${why} Sign the certificate as it was downloaded, with a tool that appends its signature and leaves the bytes before it alone; a detached signature stays with your firm.`,
  );
