import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";

/*
 * The content of a link's signed item (evidence-log.md, section 2, "Links"). The function that issues a
 * link signs it, so that nobody who can write to the table can change whom a link asks what, and until
 * when.
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

/** A panel in the form in which a member's link names it. */
export type LinkPanel = Pick<PanelRecord, "id" | "need" | "on_reject"> & { row: string };

/** The panel that this row requested, in the form in which its members' links name it. */
export function panelOfLink({ resource_id, context, row_hash }: AuditRow): LinkPanel {
  const { need, on_reject } = context as Pick<LinkPanel, "need" | "on_reject">;
  return { id: resource_id, need, on_reject, row: row_hash ?? "" };
}

export interface SignedLink {
  review: Pick<ReviewRecord, (typeof fixedFields)[number]>;
  /** Counsel as they were when the link was issued. */
  signer: Signer;
  /** How the request's panel counts, and the row that requested it; null: there is no panel. */
  panel: LinkPanel | null;
  /** Hash of the row that issued the link. */
  row_hash: string;
  /** When that row was written; ISO 8601 UTC. */
  issued_at: string;
}

/** The content that is signed for the link that a row issues. */
export function linkToSign(
  record: ReviewRecord,
  signer: Signer,
  row: { row_hash?: string; created_at: string },
  panel: LinkPanel | null,
): SignedLink {
  const fixed = fixedFields.map((field) => [field, record[field]] as const);
  return {
    review: Object.fromEntries(fixed) as unknown as SignedLink["review"],
    signer,
    panel,
    row_hash: row.row_hash ?? "",
    issued_at: row.created_at,
  };
}

/** The text that the function signs when it issues a link. */
export const linkText = (link: SignedLink): string => `countersign link\n${canonicalHash(link)}\n`;

/** The record with the values that its link signed, whatever the table says. */
export const asSigned = <R extends ReviewRecord>(record: R, { review }: SignedLink): R => ({
  ...record,
  ...review,
});

/** Counsel as they are now, under the stricter of both signing policies. */
export const strictest = (link: Signer, now: Signer): Signer =>
  link.signing_policy === "key_required" ? { ...now, signing_policy: "key_required" } : now;
