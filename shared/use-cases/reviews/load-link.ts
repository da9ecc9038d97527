import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { isPastExpiry, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import { deploymentKey, deploymentOf } from "#shared/store/deployment.ts";
import { getItems } from "#shared/store/read.ts";
import { linkKey, linkOf } from "#shared/store/reviews.ts";

export interface OpenLink {
  record: ReviewRecord;
  /** The counsel as they were when the link was made. */
  signer: Signer;
  deployment: Deployment;
  /** The proof that the decision is in the evidence log; null until then. */
  logProof: string | null;
}

/**
 * What a token leads to, in one read. Expiry is decided by expires_at, never by whether the daily
 * job has run.
 * @throws DomainError `invalid_token` (unknown, malformed, tampered: the same answer),
 *   `review_expired`, `review_cancelled`
 */
export async function loadLink(token: string, now: string): Promise<OpenLink> {
  const [item, deployment] = await getItems([linkKey(hashLinkToken(token)), deploymentKey]);
  if (!item) {
    throw new DomainError("invalid_token", "This link is not valid. Please ask for a new one.");
  }
  const { record, signer, logProof } = linkOf(item);
  refuseEnded(record, now);
  return { record, signer, logProof, deployment: deploymentOf(deployment ?? null) };
}

/** @throws DomainError `review_expired` or `review_cancelled` where nothing can be done any more */
export function refuseEnded(record: ReviewRecord, now: string): void {
  if (record.status === "cancelled") {
    throw new DomainError("review_cancelled", "This review request was withdrawn.");
  }
  if (record.status === "expired" || isPastExpiry(record, now)) {
    throw new DomainError("review_expired", `This review request expired at ${record.expires_at}.`);
  }
}
