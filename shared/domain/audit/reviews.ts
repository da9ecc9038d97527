import * as z from "zod/mini";
import { bounceKinds } from "#shared/domain/courier/mail-status.ts";
import { trailShape } from "#shared/domain/reviews/fields.ts";
import { cancelReasons } from "#shared/domain/reviews/statuses.ts";
import { commitmentSchema } from "#shared/domain/reviews/words-schema.ts";
import { about, ofCanary, rowsOf, type Vocabulary } from "./row.ts";

const reviewContext = () => ({
  counsel_id: z.string(),
  framework_id: z.string(),
  ...ofCanary(),
});

/** Signed with counsel's own key; only if a key was required. */
const assertionContext = () =>
  z.optional(
    z.strictObject({
      credential_id: z.string(),
      authenticator_data: z.string(),
      client_data_json: z.string(),
      signature: z.string(),
    }),
  );

/** Hash of the row that gave counsel the link they used. */
const byLink = () => ({ link: z.string() });

/** Two people were needed: the newest row about counsel, whom a second person had confirmed. */
const twoPeople = () => z.optional(z.strictObject({ counsel_head: z.string() }));

const named = () => ({ counsel_id: z.string(), display_name: z.string(), email: z.string() });

const review = about("rule_review_request");

const decision = review("update", () => ({
  ...reviewContext(),
  ...byLink(),
  ...trailShape("decided"),
  presented_language: z.optional(z.string()),
  /** Hex SHA-256 of the supplementary document; null if there was none. */
  document: z.nullable(z.string()),
  /** Counsel's details at the time of the decision, so that chain and seal cover them. */
  counsel: z.strictObject({
    display_name: z.string(),
    firm: z.nullable(z.string()),
    jurisdiction: z.nullable(z.string()),
    bar_registration: z.nullable(z.string()),
  }),
  /** The signing policy in force when counsel decided. */
  signing_policy: z.enum(["link", "key_required"]),
  /** Hash of the newest row about this counsel at the decision. */
  counsel_head: z.string(),
  assertion: assertionContext(),
}));

/** A mail that has been sent. */
const mailContext = () => ({
  ...reviewContext(),
  /** The mail provider's id for the mail. */
  message_id: z.string(),
  /** Lower-case hex SHA-256 of the address that it went to. */
  to_sha256: z.string(),
});

/** Review requests. */
export const reviewActions = {
  // `rule_review.decided` is reserved for an outbound webhook (first seed) and never written here.
  "rule_review.requested": review("create", () => ({
    ...reviewContext(),
    ...trailShape("requested"),
    /** Who passed the request on and why, and the hash of the row that ended their request. */
    delegated_by: z.optional(
      z.strictObject({ ...named(), reason: commitmentSchema(), row_hash: z.string() }),
    ),
    two_people: twoPeople(),
    magic_link_url: z.string(),
  })),
  "rule_review.viewed_by_counsel": review("read", () => ({
    ...reviewContext(),
    ...byLink(),
    ...trailShape("viewed"),
    presented_language: z.optional(z.string()),
    /** `page`: counsel's web page; `api`: a client that requested JSON. */
    via: z.enum(["page", "api"]),
  })),
  "rule_review.approved": decision,
  "rule_review.approved_with_changes": decision,
  "rule_review.changes_requested": decision,
  "rule_review.rejected": decision,
  "rule_review.link_renewed": review("update", () => ({
    ...reviewContext(),
    two_people: twoPeople(),
    magic_link_url: z.string(),
  })),
  "rule_review.extended": review("update", () => ({
    ...reviewContext(),
    expires_at: z.string(),
    /** When the request would have expired without this row. */
    expired_before: z.string(),
  })),
  "rule_review.question_asked": review("create", () => ({
    ...reviewContext(),
    ...byLink(),
    question_id: z.string(),
    /** The rule that the question is about; left out if it is about the whole request. */
    use_case_id: z.optional(z.string()),
    question: commitmentSchema(),
  })),
  "rule_review.question_answered": review("create", () => ({
    ...reviewContext(),
    question_id: z.string(),
    answer: commitmentSchema(),
    /** The question was answered to all members of the panel. */
    to_all: z.optional(z.literal(true)),
    /** Only for another member's question, because this request has no row of it. */
    use_case_id: z.optional(z.string()),
    question: z.optional(commitmentSchema()),
    asked_at: z.optional(z.string()),
  })),
  "rule_review.link_mailed": review("create", mailContext),
  "rule_review.reminded": review("create", () => ({ ...mailContext(), number: z.int() })),
  "rule_review.mail_delivered": review("other", reviewContext),
  "rule_review.mail_bounced": review("other", () => ({
    ...reviewContext(),
    kind: z.enum(bounceKinds),
  })),
  "rule_review.mail_complained": review("other", reviewContext),
  "rule_review.cancelled": review("update", () => ({
    ...reviewContext(),
    /** Absent: an admin withdrew it. */
    reason: z.optional(z.enum(cancelReasons)),
    delegated_to: z.optional(z.strictObject({ request_id: z.string(), ...named() })),
    delegation_reason: z.optional(commitmentSchema()),
    /** Only for a delegation: the hash of the row that gave counsel the link. */
    link: z.optional(z.string()),
    assertion: assertionContext(),
  })),
  "rule_review.words_erased": review("delete", () => ({
    ...reviewContext(),
    /** The admin's reason. */
    reason: z.string(),
    /** How many of counsel's texts were erased. */
    texts: z.int(),
  })),
  /** A law firm's own signature on a certificate of the decision. */
  "rule_review.certificate_signed": review("create", () => ({
    ...reviewContext(),
    /** Hash of the whole file, in hex. */
    sha256: z.string(),
    /** Hash of the certificate that the file begins with. */
    certificate_sha256: z.string(),
    /** Who handed it in: the holder of counsel's link, or an admin. */
    by: z.enum(["link", "admin"]),
  })),
  "rule_review.expired": review("update", () => ({ ...reviewContext(), expires_at: z.string() })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(reviewActions);
