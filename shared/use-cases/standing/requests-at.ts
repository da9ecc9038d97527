import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isOpenAt, type RuleRequest } from "#shared/domain/standing/standing.ts";
import { requestsAround } from "#shared/store/past-requests.ts";

/** Gives the requests that ask about a rule. */
export type RequestsOn = (useCaseId: string) => readonly RuleRequest[];

/** A request as of any instant: its present state shows when it was open. */
export function requestOn(review: ReviewRecord, useCaseId: string): RuleRequest {
  const { id, panel_id, status, created_at, expires_at } = review;
  const place = review.rule_use_case_ids.indexOf(useCaseId);
  const isOpen = status === "pending" || status === "expired";
  return {
    review_id: id,
    panel_id,
    content_hash: review.pinned_hashes[place] ?? "",
    created_at,
    expires_at,
    ended_at: isOpen ? null : (review.decided_at ?? review.ended_at ?? review.audit_head.at),
  };
}

/** Groups requests by the rules that they ask about. */
export function byRule(reviews: readonly ReviewRecord[]): RequestsOn {
  const found = new Map<string, RuleRequest[]>();
  for (const review of reviews) {
    for (const id of review.rule_use_case_ids) {
      const requests = found.get(id) ?? [];
      requests.push(requestOn(review, id));
      found.set(id, requests);
    }
  }
  return (id) => found.get(id) ?? [];
}

/** The requests of a framework that were open at an instant of the past (ISO 8601 UTC), by rule. */
export async function requestsAt(frameworkId: string, at: string): Promise<RequestsOn> {
  const on = byRule(await requestsAround(frameworkId, at));
  return (id) => on(id).filter((request) => isOpenAt(request, at));
}
