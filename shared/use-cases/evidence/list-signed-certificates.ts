import { noSuch } from "#shared/domain/errors.ts";
import type { SignedCertificate } from "#shared/domain/reviews/sign-certificate.ts";
import { getReview } from "#shared/store/reviews.ts";
import { signedCertificatesOf } from "#shared/store/signed-certificates.ts";

/** The signed certificates of a review, in order of arrival. @throws DomainError `not_found` */
export async function listSignedCertificates(reviewId: string): Promise<SignedCertificate[]> {
  const [review, files] = await Promise.all([getReview(reviewId), signedCertificatesOf(reviewId)]);
  if (review === null) throw noSuch("review");
  return files.toSorted((a, b) => (a.received_at < b.received_at ? -1 : 1));
}
