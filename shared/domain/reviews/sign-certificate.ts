import { auditRow } from "#shared/domain/audit/reviews.ts";
import { notBefore } from "#shared/domain/audit/row.ts";
import type { DecidedReview } from "./review.ts";
import { follow, type Transition } from "./transitions.ts";

/** The most signed certificates that are kept for one request. */
export const MAX_SIGNED_CERTIFICATES = 5;

/** The record of a certificate that a law firm signed; the bytes after it are kept beside it. */
export interface SignedCertificate {
  review_id: string;
  /** SHA-256 of the whole file, lower-case hex. */
  sha256: string;
  /** SHA-256 of the certificate with which the file begins. */
  certificate_sha256: string;
  by: "link" | "admin";
  /** ISO 8601 UTC. */
  received_at: string;
  /** How many bytes follow the certificate. */
  bytes: number;
  /** How many bytes say, compressed, what the certificate was drawn from. */
  drawing_bytes: number;
}

interface Signing extends Pick<SignedCertificate, "sha256" | "certificate_sha256" | "by"> {
  /** null: somebody who held the link. */
  actorUserId: string | null;
  id: string;
  now: string;
}

/** Records that a law firm returned a certificate of the decision with its own signature. */
export function signCertificate(
  record: DecidedReview,
  signing: Signing,
): Transition<DecidedReview> {
  const { sha256, certificate_sha256, by, actorUserId, id, now } = signing;
  const { counsel_id, framework_id, audit_head } = record;
  const { row, moved } = follow(
    record,
    auditRow({
      action: "rule_review.certificate_signed",
      resourceId: record.id,
      tenantId: null,
      actorUserId,
      context: { counsel_id, framework_id, sha256, certificate_sha256, by },
      id,
      at: notBefore(audit_head, now),
    }),
  );
  return { after: moved, row };
}
