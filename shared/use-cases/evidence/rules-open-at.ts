import { LONGEST_REVIEW_MS, wasOpenAt } from "#shared/domain/reviews/coverage.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { requestsBackwards } from "#shared/store/past-requests.ts";

/** Rules of which it is asked whether a request was open on them at an instant. */
export interface AskedAt {
  /** ISO 8601 UTC, in the past. */
  at: string;
  useCaseIds: ReadonlySet<string>;
}

/** The requests that are read first, of each status; every further page holds four times as many. */
const FIRST_PAGE = 50;

/**
 * Of the rules asked about, those on which a request was open, instant by instant in the order
 * given. Requests are read once, newest first, whatever the number of instants, and only until
 * nothing is left to be found or the longest time that a request can be open has passed.
 */
export async function rulesOpenAt(
  frameworkId: string,
  asked: readonly AskedAt[],
): Promise<ReadonlySet<string>[]> {
  const points = asked.map(({ at, useCaseIds }) => ({
    at,
    from: new Date(Date.parse(at) - LONGEST_REVIEW_MS).toISOString(),
    missing: new Set(useCaseIds),
    found: new Set<string>(),
  }));
  const look = (record: ReviewRecord): void => {
    for (const { at, from, missing, found } of points) {
      if (record.created_at < from || !wasOpenAt(record, at)) continue;
      for (const id of record.rule_use_case_ids) if (missing.delete(id)) found.add(id);
    }
  };
  const read = requestsBackwards(frameworkId);
  for (const { at, from, missing } of points.toSorted((a, b) => (a.at > b.at ? -1 : 1))) {
    for (let most = FIRST_PAGE; missing.size > 0; most *= 4) {
      const records = await read(from, at, most);
      if (records === null) break;
      for (const record of records) look(record);
    }
  }
  return points.map(({ found }) => found);
}
