import { isReady } from "#shared/domain/console/book-state.ts";
import {
  type Found,
  MOST_NAMED,
  plainWork,
  shortened,
  type Work,
} from "#shared/domain/console/work.ts";
import { articlesOf } from "#shared/domain/frameworks/provision.ts";
import { LONGEST_REVIEW_MS } from "#shared/domain/reviews/coverage.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import {
  type Answered,
  openWish,
  ruleStatus,
  toResolve,
} from "#shared/domain/reviews/rule-status.ts";
import { dueBefore } from "#shared/domain/reviews/stage.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { expiredLately, expiringBetween, withOpenMail } from "#shared/store/review-pipeline.ts";
import { getReviews } from "#shared/store/reviews.ts";
import type { LoadedBook } from "./load-books.ts";

type Entry = Found["work"][number];

const DAY_MS = 86_400_000;
const EXPIRED_MS = 30 * DAY_MS;
/** A mail that has waited this long is one that its provider does not take. */
const STUCK_MS = 10 * 60_000;
/** How long before a law begins to apply its rules should be approved. */
const SOON_MS = 90 * DAY_MS;
/** Open mails that are looked at. */
const MOST_MAILS = 200;

const timeAfter = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** The names of some rules of a book: their articles, `Art. 5, Art. 50`. */
function articles(book: LoadedBook | undefined, useCaseIds: readonly string[]): string {
  const named = new Set(useCaseIds);
  const rules = (book?.rules ?? []).flatMap(({ rule }) =>
    named.has(rule.use_case_id) ? [rule] : [],
  );
  return articlesOf(rules).join(", ");
}

const aboutReview = (review: ReviewRecord, book: LoadedBook | undefined): Entry => ({
  ...plainWork,
  at: review.expires_at,
  count: review.rule_use_case_ids.length,
  object: { type: "review", id: review.id, name: articles(book, review.rule_use_case_ids) },
  framework: book?.name ?? review.framework_id,
});

/** A remark of counsel's that nothing has settled: an objection, a refusal, or a wish. */
interface Remark {
  kind: "objection" | "review_refused" | "wish";
  book: LoadedBook;
  useCaseId: string;
  said: Answered;
}

function remarksIn(book: LoadedBook): Remark[] {
  return book.rules.flatMap(({ rule: { use_case_id: useCaseId }, content_hash }): Remark[] => {
    const answers = book.kept.answersOf(useCaseId);
    const of = (kind: Remark["kind"], said: Answered | null): Remark[] =>
      said === null ? [] : [{ kind, book, useCaseId, said }];
    const against = toResolve(answers, content_hash);
    return [
      ...of("objection", against?.kind === "objection" ? against.said : null),
      ...of("review_refused", against?.kind === "refusal" ? against.said : null),
      ...of("wish", openWish(answers)),
    ];
  });
}

/** What counsel objected to, refused or wished, one entry a review; what is under review again waits for nobody. */
export async function remarkWork(books: readonly LoadedBook[]): Promise<Found[]> {
  const open = books
    .flatMap(remarksIn)
    .filter(({ book, useCaseId, kind }) => kind === "wish" || !book.isOpen(useCaseId));
  const groups = [
    ...Map.groupBy(open, ({ kind, said }) => `${kind}#${said.panel_id ?? said.review_id}`).values(),
  ];
  const reviews = await getReviews(groups.map(([first]) => first?.said.review_id ?? ""));
  const named = await withCounsel(reviews);
  const entries = groups.map((group, at) => {
    const [{ kind, book, said }] = group as [Remark, ...Remark[]];
    const ids = group.map(({ useCaseId }) => useCaseId);
    const entry: Entry = {
      ...plainWork,
      at: said.decided_at,
      count: ids.length,
      object: {
        type: said.panel_id === undefined ? "review" : "panel",
        id: said.panel_id ?? said.review_id,
        name: articles(book, ids),
      },
      framework: book.name,
      reason: saidIn(reviews[at] ?? null, ids),
      counsel: named(reviews[at] ?? null),
    };
    return { kind, entry };
  });
  return (["objection", "review_refused", "wish"] as const).map((wanted) => ({
    kind: wanted,
    work: entries
      .filter(({ kind }) => kind === wanted)
      .map(({ entry }) => entry)
      .sort((a, b) => ((a.at ?? "") > (b.at ?? "") ? -1 : 1)),
  }));
}

/** What counsel wrote of these rules, or of the whole request. */
function saidIn(review: ReviewRecord | null, useCaseIds: readonly string[]): string | null {
  const own = review?.rule_verdicts?.find(
    ({ use_case_id, text }) => useCaseIds.includes(use_case_id) && text,
  );
  const text = own?.text ?? review?.decision_comment ?? null;
  return text === null ? null : shortened(text);
}

async function withCounsel(reviews: readonly (ReviewRecord | null)[]) {
  const ids = [...new Set(reviews.flatMap((review) => review?.counsel_id ?? []))];
  const found = await getCounselByIds(ids);
  const names = new Map(found.map((one) => [one?.id, one?.display_name]));
  return (review: ReviewRecord | null): string | null => names.get(review?.counsel_id) ?? null;
}

/** Requests that end soon, that have ended unanswered, or whose mail does not arrive. */
export async function requestWork(books: readonly LoadedBook[], now: string): Promise<Found[]> {
  const bookOf = new Map(books.map((book) => [book.framework.id, book]));
  const since = timeAfter(now, -EXPIRED_MS);
  const [expiring, overdue, ended, mail] = await Promise.all([
    expiringBetween(now, dueBefore(now), MOST_NAMED + 1),
    expiringBetween("", now, MOST_NAMED + 1),
    expiredLately(timeAfter(since, -LONGEST_REVIEW_MS), MOST_MAILS),
    withOpenMail(MOST_MAILS),
  ]);
  const unanswered = [...overdue, ...ended].filter(({ expires_at }) => expires_at >= since);
  const unsettled = unanswered.filter((review) => isUnsettled(review, bookOf));
  const named = await withCounsel([...expiring, ...unsettled, ...mail.reviews]);
  const entry = (review: ReviewRecord): Entry => ({
    ...aboutReview(review, bookOf.get(review.framework_id)),
    counsel: named(review),
    reason: review.viewed_at === null ? "not_opened" : "reading",
  });
  const mails = (kind: Found["kind"], fits: (mail: { status: string; at: string }) => boolean) => ({
    kind,
    isMore: mail.isMore,
    work: mail.reviews
      .filter((review) => fits(review.mail))
      .map((review) => ({ ...entry(review), at: review.mail.at, reason: null })),
  });
  const stuck = timeAfter(now, -STUCK_MS);
  return [
    mails("mail_bounced", ({ status }) => status === "bounced"),
    mails("mail_complained", ({ status }) => status === "complained"),
    {
      kind: "review_expiring",
      work: expiring.map(entry),
      isMore: expiring.length > MOST_NAMED,
    },
    { kind: "review_expired", work: unsettled.map(entry), isMore: overdue.length > MOST_NAMED },
    mails(
      "mail_stuck",
      ({ status, at }) => at < stuck && (status === "queued" || status === "undelivered"),
    ),
  ];
}

/**
 * Whether a rule of a request that nobody answered is neither approved as it stands, nor answered or
 * asked about since.
 */
function isUnsettled(
  { framework_id, rule_use_case_ids, created_at }: ReviewRecord,
  bookOf: ReadonlyMap<string, LoadedBook>,
): boolean {
  const book = bookOf.get(framework_id);
  const asked = new Set(rule_use_case_ids);
  return (book?.rules ?? []).some(({ rule: { use_case_id: id }, content_hash }) => {
    if (book === undefined || !asked.has(id) || book.isOpen(id)) return false;
    const answers = book.kept.answersOf(id);
    const isAnswered = [answers.approved, answers.denied].some(
      (one) => (one?.decided_at ?? "") > created_at,
    );
    return !isAnswered && ruleStatus(content_hash, answers, false) !== "approved_live";
  });
}

/** Books whose approvals are no longer of the live wording, and laws that begin before they are approved. */
export function bookWork(books: readonly LoadedBook[], now: string): Found[] {
  const about = ({ framework, name }: LoadedBook): Entry => ({
    ...plainWork,
    at: null,
    object: { type: "framework", id: framework.id, name },
    framework: name,
  });
  const soon = timeAfter(now, SOON_MS).slice(0, 10);
  const drifted = books.filter(({ state }) => state.states.changed > 0);
  const unready = books.flatMap((book) => {
    const { next } = book.state;
    return next !== null && next.day <= soon && !isReady(next) ? [{ book, next }] : [];
  });
  return [
    {
      kind: "approval_drifted",
      work: drifted.map((book) => ({
        ...about(book),
        at: lastChange(book),
        count: book.state.states.changed,
      })),
    },
    {
      kind: "law_unready",
      work: unready.map(({ book, next }) => ({
        ...about(book),
        at: `${next.day}T00:00:00.000Z`,
        count: next.rules - next.states.approved,
      })),
    },
  ];
}

/** Since when the wording that was approved is no longer live. */
function lastChange({ rules, kept }: LoadedBook): Work["at"] {
  const changed = rules.filter(
    ({ rule, content_hash }) =>
      ruleStatus(content_hash, kept.answersOf(rule.use_case_id), false) === "approved_then_changed",
  );
  return changed.map(({ updated_at }) => updated_at).sort()[0] ?? null;
}
