import { canonicalHash } from "#shared/domain/canonical.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";

/*
 * What a link's signed item says (evidence-log.md, section 2, "Links"). The function that issues a link
 * signs it, so that whoever writes to the table cannot say whom a link asks what, and until when.
 */

/** Fields of a request that stay as they were when its link was issued. */
const fixedFields = [
  "id",
  "framework_id",
  "rule_use_case_ids",
  "pinned_hashes",
  "rule_version_hash",
  "counsel_id",
  "nonce",
  "token_hash",
  "created_at",
  "expires_at",
  "requested_by_user_id",
  "may_delegate",
  "delegated_from",
  "panel_id",
] as const satisfies (keyof ReviewRecord)[];

export interface SignedLink {
  review: Pick<ReviewRecord, (typeof fixedFields)[number]>;
  /** Counsel as they were when the link was issued. */
  signer: Signer;
  /** Hash of the row that issued the link. */
  row_hash: string;
  /** When that row was written; ISO 8601 UTC. */
  issued_at: string;
}

/** What is signed for a link that a row issues. */
export function linkToSign(
  record: ReviewRecord,
  signer: Signer,
  row: { row_hash?: string; created_at: string },
): SignedLink {
  const fixed = fixedFields.map((field) => [field, record[field]] as const);
  return {
    review: Object.fromEntries(fixed) as unknown as SignedLink["review"],
    signer,
    row_hash: row.row_hash ?? "",
    issued_at: row.created_at,
  };
}

/** What the function that issues a link signs. */
export const linkText = (link: SignedLink): string => `countersign link\n${canonicalHash(link)}\n`;

/** The record with the values that its link signed, whatever the table says of them. */
export const asSigned = <R extends ReviewRecord>(record: R, { review }: SignedLink): R => ({
  ...record,
  ...review,
});

/** Counsel as the link names them; the stricter of both signing policies holds. */
export const strictest = (link: Signer, now: Signer): Signer =>
  link.signing_policy === "key_required" ? { ...now, signing_policy: "key_required" } : now;
