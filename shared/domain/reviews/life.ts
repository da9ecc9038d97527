import { illegal, type LifeRow, type Refusal, type Step } from "#shared/domain/audit/life.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import { isPart, type ReviewAction } from "./actions.ts";
import { latestExpiry } from "./expiry.ts";
import { absentFields, type ReviewValues, type Trail, trailNames } from "./fields.ts";
import { MAX_QUESTIONS } from "./limits.ts";
import { placeholderOf } from "./review.ts";
import { type CancelReason, isDecision, type ReviewStatus } from "./statuses.ts";

/*
 * The life of a review request, row by row (first seed, "States and transitions"). transitions.ts
 * writes rows by these steps, and the replay judges rows by them.
 */

/** A question as a request's rows record it. */
interface KnownQuestion {
  id: string;
  /** Whether its own counsel asked it, and not another member of the panel. */
  isOwn: boolean;
  isAnswered: boolean;
}

/** The state of a request according to its rows. */
export interface RequestLife
  extends Pick<
    ReviewValues,
    | "id"
    | "framework_id"
    | "counsel_id"
    | "status"
    | "created_at"
    | "expires_at"
    | "viewed_at"
    | "decided_at"
    | "panel_id"
    | "may_delegate"
    | "delegated_from"
    | "cancel_reason"
    | "ended_at"
  > {
  /** Hash of the newest row that issued or extended the link; left out where no caller needs it. */
  link?: string | undefined;
  /** The questions and whether they were answered; left out if there are none. */
  questions?: readonly KnownQuestion[] | undefined;
}

type Requested = RequestLife & Partial<ReviewValues>;
type Known = (before: Requested, row: LifeRow) => Requested | Refusal;

/** The record's fields that a row repeats. */
const saidIn = (trail: Trail, { context }: LifeRow): Partial<ReviewValues> =>
  Object.fromEntries(trailNames(trail).map(([name, said]) => [name, context[said] ?? null]));

const requested: Step<Requested> = (before, row) => {
  if (before !== null) return illegal("it was requested already.");
  const said = saidIn("requested", row) as Requested;
  const { created_at, resource_id: id } = row;
  if (!(created_at <= said.expires_at)) return illegal("it had expired before it was requested.");
  return { ...absentFields, ...said, id, created_at, status: "pending", link: row.row_hash };
};

/** Requires that the request exists and that the row names its counsel and its framework. */
const about =
  (known: Known): Step<Requested> =>
  (before, row) => {
    if (before === null) return illegal("nothing was requested before.");
    const { counsel_id, framework_id } = row.context;
    if (counsel_id !== before.counsel_id || framework_id !== before.framework_id) {
      return illegal("it names another counsel or framework than the request.");
    }
    return known(before, row);
  };

/** Requires that the request is pending. */
const pending = (known: Known): Step<Requested> =>
  about((before, row) => {
    const { status } = before;
    if (status === "pending") return known(before, row);
    return isDecision(status) && isPart(row.action, "decision")
      ? { refused: "decided_twice", detail: `it was ${status} already, at ${before.decided_at}.` }
      : illegal(`it was ${status} before.`);
  });

/** Requires that the request's link is open: the request is pending and has not expired. */
const open = (known: Known): Step<Requested> =>
  pending((before, row) =>
    before.expires_at < row.created_at
      ? illegal(`it had expired at ${before.expires_at}.`)
      : known(before, row),
  );

/** Whether counsel used the newest link. */
const isByNewestLink = ({ link }: Requested, { context }: LifeRow): boolean =>
  link === undefined || context.link === link;

const byLink =
  (known: Known): Known =>
  (before, row) =>
    isByNewestLink(before, row)
      ? known(before, row)
      : illegal("it came by a link that was replaced.");

const viewed = about(
  byLink((before, row) => {
    const { status, expires_at, viewed_at } = before;
    if (viewed_at !== null) return illegal(`it was opened already, at ${viewed_at}.`);
    // Counsel may decide without opening the request, and open it after that.
    if (status !== "pending" && !isDecision(status)) return illegal(`it was ${status} before.`);
    if (expires_at < row.created_at) return illegal(`it had expired at ${expires_at}.`);
    const said = saidIn("viewed", row);
    return said.viewed_at === row.created_at
      ? { ...before, ...said }
      : illegal("it names another time than its own.");
  }),
);

const decided = open(
  byLink((before, row) => {
    const said = saidIn("decided", row);
    const again = trailNames("requested").map(([name]) => name);
    const other = again.find((name) => name in said && !sameJson(said[name], before[name]));
    if (other !== undefined) return illegal(`it names another ${other} than the request.`);
    if (row.action !== `rule_review.${said.status}` || said.decided_at !== row.created_at) {
      return illegal("it names another decision or time than its own.");
    }
    const document = row.context.document;
    const supplementary_pdf_kv_secret =
      typeof document === "string" ? placeholderOf(document) : null;
    return { ...before, ...said, supplementary_pdf_kv_secret };
  }),
);

const ended = (
  before: Requested,
  status: ReviewStatus,
  { created_at }: LifeRow,
  cancel_reason: CancelReason | null,
): Requested => ({ ...before, status, cancel_reason, ended_at: created_at });

const passedOn = open(
  byLink((before, row) => {
    if (before.may_delegate !== true) return illegal("it must not be passed on.");
    return typeof row.context.delegated_to === "object"
      ? ended(before, "cancelled", row, "delegated")
      : illegal("it names nobody to whom it was passed on.");
  }),
);

/** An admin withdrew the request, its panel ended, or counsel passed it on. */
const cancelled: Step<Requested> = (before, row) => {
  const reason = (row.context.reason ?? null) as CancelReason | null;
  if (reason === "delegated") return passedOn(before, row);
  return pending((known) =>
    reason !== null && known.panel_id === null
      ? illegal("it is in no panel that could have ended.")
      : ended(known, "cancelled", row, reason),
  )(before, row);
};

const expired = pending((before, row) => {
  if (row.context.expires_at !== before.expires_at) return illegal("it names another expiry.");
  return before.expires_at < row.created_at
    ? ended(before, "expired", row, null)
    : illegal(`it had until ${before.expires_at}.`);
});

/** A new link replaces the previous one. */
const relinked = open((before, row) => ({ ...before, link: row.row_hash }));

/** Counsel gets more time with the same link, which this row extends. */
const extended = open((before, row) => {
  const { expires_at, expired_before } = row.context;
  if (expired_before !== before.expires_at) return illegal("it names another end before it.");
  if (typeof expires_at !== "string" || !(expires_at > before.expires_at)) {
    return illegal(`it gives no time beyond ${before.expires_at}.`);
  }
  const latest = latestExpiry(before, row.created_at);
  if (expires_at > latest) return illegal(`it gives time beyond ${latest}.`);
  return { ...before, expires_at, link: row.row_hash };
});

/** Counsel asks a question before deciding. */
const asked = open(
  byLink((before, { context }) => {
    const { questions = [], rule_use_case_ids = [], viewed_at } = before;
    const { question_id: id, use_case_id } = context;
    if (viewed_at === null) return illegal("it had not been opened.");
    if (questions.some((one) => one.id === id)) return illegal("its question was asked already.");
    if (questions.filter(({ isOwn }) => isOwn).length >= MAX_QUESTIONS) {
      return illegal(`it is more than the ${MAX_QUESTIONS} questions that may be asked.`);
    }
    if (use_case_id !== undefined && !rule_use_case_ids.includes(String(use_case_id))) {
      return illegal("it asks about a rule that is not under review.");
    }
    return {
      ...before,
      questions: [...questions, { id: String(id), isOwn: true, isAnswered: false }],
    };
  }),
);

/** A question is answered once: counsel's own, or another member's if all of the panel see it. */
const answered = open((before, { context }) => {
  const { questions = [], panel_id } = before;
  const { question_id, question, to_all } = context;
  const id = String(question_id);
  const known = questions.find((one) => one.id === id);
  if (known?.isAnswered) return illegal("its question was answered already.");
  const isTold = question !== undefined && to_all === true && panel_id !== null;
  if (known === undefined ? !isTold : question !== undefined) {
    return illegal("nobody had asked its question.");
  }
  const others = questions.filter((one) => one !== known);
  const isOwn = known?.isOwn ?? false;
  return { ...before, questions: [...others, { id, isOwn, isAnswered: true }] };
});

/** Rows about mail or erased words. They change nothing, and may follow the end. */
const aside = about((before) => before);

/** Only a decision has a certificate. */
const certificateSigned = about((before) =>
  isDecision(before.status) ? before : illegal("it was not decided before."),
);

const steps: Readonly<Record<ReviewAction, Step<Requested>>> = {
  "rule_review.requested": requested,
  "rule_review.viewed_by_counsel": viewed,
  "rule_review.approved": decided,
  "rule_review.approved_with_changes": decided,
  "rule_review.changes_requested": decided,
  "rule_review.rejected": decided,
  "rule_review.cancelled": cancelled,
  "rule_review.expired": expired,
  "rule_review.link_renewed": relinked,
  "rule_review.extended": extended,
  "rule_review.question_asked": asked,
  "rule_review.question_answered": answered,
  "rule_review.link_mailed": aside,
  "rule_review.reminded": aside,
  "rule_review.mail_delivered": aside,
  "rule_review.mail_bounced": aside,
  "rule_review.mail_complained": aside,
  "rule_review.words_erased": aside,
  "rule_review.certificate_signed": certificateSigned,
};

/** Applies one row to a request, whose fields are as rows state them. */
export const requestStep: Step<Requested> = (before, row) => {
  const step = Object.hasOwn(steps, row.action) ? steps[row.action as ReviewAction] : undefined;
  return step?.(before, row) ?? illegal("it is no row of a request.");
};
