import { randomBytes, randomUUID } from "node:crypto";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { type CounselRecord, type Signer, signerOf } from "#shared/domain/counsel/counsel.ts";
import type { GivenField } from "#shared/domain/reviews/fields.ts";
import {
  hashedLink,
  hashLinkToken,
  magicLinkUrl,
  newLinkToken,
  newNonce,
} from "#shared/domain/reviews/link-token.ts";
import type { Opening, PendingReview } from "#shared/domain/reviews/review.ts";
import type { LinkPanel } from "#shared/domain/reviews/signed-link.ts";
import { type DelegatedBy, request } from "#shared/domain/reviews/transitions.ts";
import { sealToken } from "#shared/platform/aws/link-key.ts";
import { appUrl } from "#shared/platform/settings.ts";
import type { Action } from "#shared/store/transact.ts";
import { needsTwoPeople } from "#shared/use-cases/counsel/two-people.ts";
import { type Deliver, promiseReviewMail } from "#shared/use-cases/courier/promise-review-mail.ts";

/** The content of a new request: what it asks, of whom, and until when. */
export interface Draft
  extends Pick<
      PendingReview,
      | "framework_id"
      | "rule_use_case_ids"
      | "rule_version_hash"
      | "pinned_hashes"
      | "expires_at"
      | "requested_by_user_id"
      | "called"
      | GivenField
    >,
    Partial<Pick<PendingReview, Opening>> {
  counsel: CounselRecord;
  deliver: Deliver;
  delegatedBy?: DelegatedBy;
  /** How the request's panel counts, if the caller knows it already. */
  panel?: LinkPanel | null;
  /** Given if other rows have to name the request. */
  id?: string;
  now: string;
}

/** A request that is not written yet. */
export interface DraftedRequest {
  record: PendingReview;
  signer: Signer;
  row: AuditRow;
  panel: LinkPanel | null;
  /** null: the link goes only by mail, and nobody else sees it. */
  link: string | null;
  /** The writes that promise its mail; undefined if the link is not mailed. */
  mail: readonly Action[] | undefined;
}

/**
 * A new request with its link and its first row. Reminders of a panel's mail start once it has been
 * sent.
 */
export async function draftRequest(draft: Draft): Promise<DraftedRequest> {
  const { counsel, deliver, delegatedBy, panel = null, id = randomUUID(), now, ...asked } = draft;
  const token = newLinkToken(randomBytes);
  const link = magicLinkUrl(appUrl(), token);
  const signer = signerOf(counsel);
  const isSealed = needsTwoPeople(draft.framework_id);
  const sealed = isSealed ? await sealToken(id, token) : null;
  const { after, row } = request({
    review: {
      ...asked,
      id,
      counsel_id: counsel.id,
      nonce: newNonce(randomBytes),
      token_hash: hashLinkToken(token),
    },
    ...(delegatedBy === undefined ? {} : { delegatedBy }),
    link: isSealed ? hashedLink(link) : link,
    confirmedBy: isSealed ? signer.counsel_head : null,
    id: randomUUID(),
    now,
  });
  const promised = deliver === "mail" ? promiseReviewMail(after, { sealed, now }) : null;
  return {
    record: promised?.record ?? after,
    signer,
    row,
    panel,
    link: isSealed ? null : link,
    mail: promised?.actions,
  };
}
