import { isDecided } from "#shared/domain/reviews/review.ts";
import { type Objection, objectionOf } from "#shared/domain/standing/objection.ts";
import type { Standing } from "#shared/domain/standing/standing.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { different } from "#shared/use-cases/evidence/state-differs.ts";

/** The refusal of a rule with counsel's name and words; null unless it is refused. */
export type ObjectionTo = (useCaseId: string, standing: Standing) => Objection | null;

/**
 * Reads what counsel wrote about the refused rules; nothing if none is refused. This takes one round
 * trip, in which each request is read once, however many of its rules it refuses. The returned function
 * throws DomainError `state_differs` if the record of a refusal says that there was no decision.
 */
export async function objectionsIn(standings: Iterable<Standing>): Promise<ObjectionTo> {
  const refused = [...standings].flatMap(({ objection }) => objection?.review_id ?? []);
  const reviews = await getReviews([...new Set(refused)]);
  const byId = new Map(reviews.flatMap((one) => (one === null ? [] : [[one.id, one] as const])));
  return (useCaseId, { objection }) => {
    if (objection === null) return null;
    const { review_id } = objection;
    const review = byId.get(review_id);
    if (review === undefined || !isDecided(review)) {
      const fault = `the record of the decision that refuses "${useCaseId}" says nothing of one.`;
      throw different({ review_id }, fault);
    }
    return objectionOf(objection, useCaseId, review);
  };
}
