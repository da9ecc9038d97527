import { type Found, MAX_NAMED, MAX_NAMED_RULES, plainWork } from "#shared/domain/console/work.ts";
import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { articlesOf } from "#shared/domain/frameworks/provision.ts";
import { isDecided, type ReviewRecord, statusAt } from "#shared/domain/reviews/review.ts";
import { verdictOn } from "#shared/domain/reviews/rule-outcome.ts";
import { dueBefore } from "#shared/domain/reviews/stage.ts";
import { saidOf, signerIn } from "#shared/domain/standing/objection.ts";
import { type RuleDecision, remarkIn } from "#shared/domain/standing/standing.ts";
import { hasDrifted } from "#shared/domain/standing/to-re-review.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { type StopReason, stoppedAmong } from "#shared/store/counsel-mail.ts";
import { expiringBetween, withOpenMail } from "#shared/store/review-pipeline.ts";
import { type OpenQuestions, openQuestions } from "#shared/store/review-questions.ts";
import { getReviews } from "#shared/store/reviews.ts";
import type { LoadedBook, LoadingBooks } from "./load-books.ts";
import { unansweredRequests } from "./unanswered-requests.ts";

type Entry = Found["work"][number];

const stopReasons: ReadonlySet<string> = new Set<StopReason>(["bounced", "complained"]);

const DAY_MS = 86_400_000;
/** A mail that has waited this long is one that its provider does not take. */
const STUCK_MS = 10 * 60_000;
/** How long before its law begins to apply a rule should be approved. */
const SOON_MS = 90 * DAY_MS;
/** The most open mails to read. */
const MAX_MAILS = 200;

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
  framework_id: review.framework_id,
  counsel_id: review.counsel_id,
});

/** A remark by counsel that nothing has settled. */
interface Remark {
  kind: "objection" | "wish";
  book: LoadedBook;
  rule: LiveRule;
  decision: RuleDecision;
}

const remarksIn = (book: LoadedBook, now: string): Remark[] =>
  book.rules.flatMap((rule): Remark[] => {
    const { decision, open } = book.standingOf(rule);
    const kind = decision === null ? null : remarkIn(decision);
    // Nobody amends a rule that has ended.
    if (decision === null || kind === null || inForceAt(rule.rule, now) === "ended") return [];
    // A rule that is under review again waits for nobody.
    const isAsked = kind === "objection" && open.some(({ holds_wording }) => holds_wording);
    return isAsked ? [] : [{ kind, book, rule, decision }];
  });

/** Counsel's objections and wishes, one entry per request or panel. */
export async function remarkWork(books: readonly LoadedBook[], now: string): Promise<Found[]> {
  const idOf = ({ decision: { panel_id, review_id } }: Remark): string => panel_id ?? review_id;
  const groups = [
    ...Map.groupBy(
      books.flatMap((book) => remarksIn(book, now)),
      (one) => `${one.kind}#${idOf(one)}`,
    ).values(),
  ];
  const reviews = await getReviews(groups.map(([first]) => first?.decision.review_id ?? ""));
  const entries = groups.map((group, at) => {
    const [first] = group as [Remark, ...Remark[]];
    const { kind, book, decision } = first;
    const ids = group.map(({ rule }) => rule.rule.use_case_id);
    const entry: Entry = {
      ...plainWork,
      at: decision.decided_at,
      count: ids.length,
      object: {
        type: decision.panel_id === null ? "review" : "panel",
        id: idOf(first),
        name: articles(book, ids),
      },
      framework: book.name,
      framework_id: book.framework.id,
      use_case_ids: ids.slice(0, MAX_NAMED_RULES),
      counsel_id: reviews[at]?.counsel_id ?? null,
      ...saidIn(reviews[at] ?? null, ids),
    };
    return { kind, entry };
  });
  return (["objection", "wish"] as const).map((wanted) => ({
    kind: wanted,
    work: entries
      .filter(({ kind }) => kind === wanted)
      .map(({ entry }) => entry)
      .sort((a, b) => ((a.at ?? "") > (b.at ?? "") ? -1 : 1)),
  }));
}

/** Counsel's text on these rules, or on the whole request, and counsel's name. */
function saidIn(
  review: ReviewRecord | null,
  useCaseIds: readonly string[],
): Pick<Entry, "reason" | "counsel"> {
  if (review === null || !isDecided(review)) return { reason: null, counsel: null };
  const own = useCaseIds.find((id) => verdictOn(review, id)?.text) ?? useCaseIds[0] ?? "";
  return { reason: saidOf(review, own), counsel: signerIn(review).display_name };
}

async function withCounsel(reviews: readonly (ReviewRecord | null)[]) {
  const ids = [...new Set(reviews.flatMap((review) => review?.counsel_id ?? []))];
  const found = new Map((await getCounselByIds(ids)).map((one) => [one?.id, one]));
  return (review: ReviewRecord | null) => found.get(review?.counsel_id) ?? null;
}

/** Requests that end soon, that have ended unanswered, or whose mail does not arrive. */
export async function requestWork(loading: LoadingBooks, now: string): Promise<Found[]> {
  const [expiring, unanswered, mail, books] = await Promise.all([
    expiringBetween(now, dueBefore(now), MAX_NAMED + 1),
    loading.then((books) => unansweredRequests(books, now)),
    withOpenMail(MAX_MAILS),
    loading,
  ]);
  const bookOf = new Map(books.map((book) => [book.framework.id, book]));
  const counselOf = await withCounsel([...expiring, ...unanswered.reviews, ...mail.reviews]);
  const emailOf = (review: ReviewRecord) => counselOf(review)?.email ?? "";
  const mailed = mail.reviews.filter((review) => statusAt(review, now) === "pending");
  const failed = mailed.filter((review) => stopReasons.has(review.mail.status));
  const stopped = await stoppedAmong(failed.map(emailOf));
  const entry = (review: ReviewRecord): Entry => ({
    ...aboutReview(review, bookOf.get(review.framework_id)),
    counsel: counselOf(review)?.display_name ?? null,
    reason: review.viewed_at === null ? "not_opened" : "reading",
  });
  type Mailed = (typeof mailed)[number];
  const mails = (kind: Found["kind"], fits: (review: Mailed) => boolean) => ({
    kind,
    isMore: mail.isMore,
    work: mailed
      .filter(fits)
      .map((review) => ({ ...entry(review), at: review.mail.at, reason: null })),
  });
  // Reminders and answers do not go either until somebody corrects the address.
  const stoppedBy = (reason: StopReason) => (review: Mailed) =>
    review.mail.status === reason && stopped.has(emailOf(review));
  const stuck = timeAfter(now, -STUCK_MS);
  return [
    mails("mail_bounced", stoppedBy("bounced")),
    mails("mail_complained", stoppedBy("complained")),
    {
      kind: "review_expiring",
      work: expiring.map(entry),
      isMore: expiring.length > MAX_NAMED,
    },
    {
      kind: "review_expired",
      work: unanswered.reviews.map(entry),
      isMore: unanswered.isMore,
    },
    mails(
      "mail_stuck",
      ({ mail: { status, at }, viewed_at }) =>
        at < stuck &&
        (status === "queued" || status === "undelivered") &&
        // Somebody who opened the link later does not miss the mail.
        (viewed_at === null || viewed_at < at),
    ),
  ];
}

/** The most open requests to check for questions. */
const MAX_ASKED = 100;

/** Counsel's questions that nobody has answered, one entry per request that still waits. */
export async function counselQuestionWork(loading: LoadingBooks, now: string): Promise<Found> {
  const { open, isMore } = await openQuestions(MAX_ASKED);
  const reviews = await getReviews(open.map(({ review_id }) => review_id));
  const counselOf = await withCounsel(reviews);
  const bookOf = new Map((await loading).map((book) => [book.framework.id, book]));
  const work = reviews.flatMap((review, i) => {
    if (review === null || statusAt(review, now) !== "pending") return [];
    const { count, since } = open[i] as OpenQuestions;
    const about = aboutReview(review, bookOf.get(review.framework_id));
    return [
      {
        ...about,
        at: since,
        count,
        counsel: counselOf(review)?.display_name ?? null,
        reason: null,
      },
    ];
  });
  return { kind: "review_question", work, isMore };
}

/** Books whose live wording is no longer the approved one, and laws that begin before approval. */
export function bookWork(books: readonly LoadedBook[], now: string): Found[] {
  const about = ({ framework, name }: LoadedBook): Entry => ({
    ...plainWork,
    at: null,
    object: { type: "framework", id: framework.id, name },
    framework: name,
    framework_id: framework.id,
  });
  const soon = timeAfter(now, SOON_MS).slice(0, 10);
  const drifted = books.flatMap((book) => {
    const rules = driftedIn(book, now);
    return rules.length === 0 ? [] : [{ book, rules }];
  });
  const unready = books.flatMap((book) =>
    book.state.starts
      .filter(({ day, is_ready }) => day <= soon && !is_ready)
      .map((start) => ({ book, start })),
  );
  return [
    {
      kind: "approval_drifted",
      work: drifted.map(({ book, rules }) => ({
        ...about(book),
        // Since when the first of them is no longer live in its approved wording.
        at: rules.map(({ updated_at }) => updated_at).sort()[0] ?? null,
        count: rules.length,
      })),
    },
    {
      kind: "law_unready",
      work: unready
        .map(({ book, start }) => ({
          ...about(book),
          at: `${start.day}T00:00:00.000Z`,
          count: start.rules - start.totals.approved_live,
        }))
        .sort((a, b) => (a.at < b.at ? -1 : 1)),
    },
  ];
}

/** The rules of a book that changed since approval, and about which nobody has been asked yet. */
const driftedIn = ({ rules, standingOf }: LoadedBook, now: string): LiveRule[] =>
  rules.filter((live) => hasDrifted(live.rule, standingOf(live), now));
