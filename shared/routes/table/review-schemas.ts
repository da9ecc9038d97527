import * as z from "zod/mini";
import { answerShape } from "#shared/domain/reviews/fields.ts";
import { expiryDays as days } from "#shared/domain/reviews/limits.ts";
import { passedOn, votedIn } from "#shared/domain/standing/provenance.ts";
import { unlessNull } from "#shared/routes/contract/fields.ts";

export const reviewSchema = () => z.object(answerShape());

/** The names by which people know a request, for answers that list requests. */
export const called = () => ({
  /** The first articles that its rules belong to. */
  articles: z.array(z.string()),
  /** The names of its rules, in their order. */
  rule_names: z.array(z.string()),
  /** Who asked, if the sign-in provider gave their address. */
  requested_by_email: z.nullable(z.string()),
});

/** The panel through which a decision counts, and who passed the request on; null: none. */
export const provenance = () => ({
  panel: z.nullable(votedIn()),
  delegation: z.nullable(passedOn()),
});

/** The same, left out if there is none. */
export const knownProvenance = () => ({
  panel: unlessNull(votedIn()),
  delegation: unlessNull(passedOn()),
});

/** A link that is shown in this answer only; null: it is sent only by mail (docs/two-people.md). */
export const shownLink = () => ({ magic_link_url: z.nullable(z.string()) });

/** A new review with its link: the only answer that contains the link. */
export const requestedReview = () => z.extend(reviewSchema(), shownLink());

/** The reasons to refuse a request to counsel once its framework is known. */
export const refusedRequest = [
  "framework_superseded",
  "unknown_counsel",
  "unknown_rules",
  "counsel_framework_mismatch",
  "counsel_inactive",
  "second_person_required",
  "counsel_unconfirmed",
  "counsel_is_admin",
  "manual_delivery_disabled",
  "counsel_review_secret_not_configured",
  "mail_not_configured",
  "counsel_mail_stopped",
  "state_differs",
] as const;

/**
 * How the link reaches counsel: the admin forwards it (`manual`, the default), or it is mailed (always,
 * where two people are needed).
 */
export const deliver = () => z.optional(z.enum(["manual", "mail"]));

/** How many days a request stays open. */
export const expiryDays = () =>
  z._default(z.int().check(z.minimum(days.least), z.maximum(days.most)), days.usual);

/** Whether counsel may pass the request on to somebody else, once. */
export const mayDelegate = () => z._default(z.boolean(), false);
