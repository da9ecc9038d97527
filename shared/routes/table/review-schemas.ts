import * as z from "zod/mini";
import { reviewStatuses } from "#shared/domain/reviews/review.ts";
import { sha256Hex, timestamp } from "#shared/routes/contract/fields.ts";

const when = () => z.nullable(timestamp());

export const reviewSchema = () =>
  z.object({
    id: z.string(),
    framework_id: z.string(),
    rule_use_case_ids: z.array(z.string()),
    rule_version_hash: sha256Hex(),
    counsel_id: z.string(),
    status: z.enum(reviewStatuses),
    created_at: timestamp(),
    expires_at: timestamp(),
    decided_at: when(),
    viewed_at: when(),
    decision_signature: z.nullable(sha256Hex()),
    decision_comment: z.nullable(z.string()),
    supplementary_pdf_kv_secret: z.nullable(z.string()),
    requested_by_user_id: z.string(),
    nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  });

/** A new review with its link: the only answer that contains the link. */
export const requestedReview = () => z.extend(reviewSchema(), { magic_link_url: z.string() });

/** Why a request to counsel can be refused, once its framework is known. */
export const refusedRequest = [
  "framework_superseded",
  "unknown_counsel",
  "unknown_rules",
  "counsel_framework_mismatch",
  "counsel_inactive",
] as const;

/** How many days a request stays open. */
export const expiryDays = () => z._default(z.int().check(z.minimum(1), z.maximum(60)), 14);
