import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import { type ReviewRecord, statusAt } from "#shared/domain/reviews/review.ts";
import { type OpenMark, unansweredMarksAt } from "#shared/domain/standing/open-marks.ts";
import { getPanels } from "#shared/store/panels.ts";
import { getReviews } from "#shared/store/reviews.ts";
import type { LoadedBook } from "./load-books.ts";

/** The most requests and panels to check, the last ended first. */
const MAX_LOOKED_AT = 200;

/** A request or panel that ended unanswered, marked on a rule that nobody has attended to since. */
type Unanswered = Pick<OpenMark, "review_id" | "isPanel" | "expires_at"> & {
  /** When that rule was last decided on; of several such rules, the earliest of these times. */
  decided_at: string;
};

/**
 * Requests that ended unanswered, however long ago, if one of their rules is not approved in its
 * present wording and nobody has decided on it or asked about it since. The last to end comes first.
 * The rules' own marks name them, so the amount read does not grow with the number of requests.
 */
export async function unansweredRequests(
  books: readonly LoadedBook[],
  now: string,
): Promise<{ reviews: ReviewRecord[]; isMore: boolean }> {
  const all = unansweredIn(books, now);
  const looked = all.slice(0, MAX_LOOKED_AT);
  const panels = await getPanels(looked.flatMap((one) => (one.isPanel ? [one.review_id] : [])));
  const members = new Map(
    panels.flatMap((panel) => {
      if (panel === null) return [];
      const silent = panel.members.filter(({ decided_at }) => decided_at === null);
      return [[panel.id, silent.map(({ review_id }) => review_id)] as const];
    }),
  );
  const asked = looked.flatMap(({ review_id, decided_at }) =>
    (members.get(review_id) ?? [review_id]).map((id) => ({ id, decided_at })),
  );
  const reviews = await getReviews(asked.map(({ id }) => id));
  return {
    reviews: reviews.flatMap((review, at) => {
      const isSettled = review === null || review.created_at < (asked[at]?.decided_at ?? "");
      return isSettled || statusAt(review, now) !== "expired" ? [] : [review];
    }),
    isMore: all.length > looked.length,
  };
}

function unansweredIn(books: readonly LoadedBook[], now: string): Unanswered[] {
  const found = new Map<string, Unanswered>();
  for (const book of books) {
    for (const rule of book.rules) {
      const { state, open } = book.standingOf(rule);
      const isOver = inForceAt(rule.rule, now) === "ended";
      if (state === "approved" || open.length > 0 || isOver) continue;
      const id = rule.rule.use_case_id;
      const [newest] = book.kept.decisionsOn(id).newest;
      const decided_at = newest?.decided_at ?? "";
      for (const mark of unansweredMarksAt(book.kept.marksOn(id), now)) {
        const before = found.get(mark.review_id);
        if (before === undefined || decided_at < before.decided_at) {
          found.set(mark.review_id, { ...mark, decided_at });
        }
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.expires_at > b.expires_at ? -1 : 1));
}
