import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isOpenAt, type RuleRequest } from "#shared/domain/standing/standing.ts";
import { LONGEST_REVIEW_MS, requestsBackwards } from "#shared/store/past-requests.ts";
import { requestOn } from "./requests-at.ts";

/** The rules to check for requests that were open on them at an instant. */
export interface AskedAt {
  /** ISO 8601 UTC, in the past. */
  at: string;
  /** By rule, the wording in question: one request about it is enough. */
  wordings: ReadonlyMap<string, string>;
}

/** How many requests of each status are read first; every further page has four times as many. */
const FIRST_PAGE = 50;

/**
 * For each instant, in the order given, and each rule asked about, a request about the wording in
 * question that was open. Requests are read once, newest first, however many instants there are. The
 * reading stops once nothing is left to be found, or the longest time that a request can be open has
 * passed.
 */
export async function rulesOpenAt(
  frameworkId: string,
  asked: readonly AskedAt[],
): Promise<ReadonlyMap<string, RuleRequest>[]> {
  const points = asked.map(({ at, wordings }) => ({
    at,
    from: new Date(Date.parse(at) - LONGEST_REVIEW_MS).toISOString(),
    missing: new Map(wordings),
    found: new Map<string, RuleRequest>(),
  }));
  const look = (record: ReviewRecord): void => {
    for (const { at, from, missing, found } of points) {
      if (record.created_at < from) continue;
      for (const id of record.rule_use_case_ids) {
        const wording = missing.get(id);
        if (wording === undefined) continue;
        const request = requestOn(record, id);
        if (request.content_hash !== wording || !isOpenAt(request, at)) continue;
        missing.delete(id);
        found.set(id, request);
      }
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
