import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import type { AskedRule } from "#shared/domain/rooms/question.ts";
import { isInScope, outsideRoom, type RoomScope } from "#shared/domain/rooms/room.ts";
import { getReview, getReviews } from "#shared/store/reviews.ts";
import { getLiveRules } from "#shared/store/rules.ts";

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The framework, if the room shows it. @throws DomainError `not_found`, always the same */
export function requireFramework({ framework_ids }: RoomScope, id: string): string {
  if (!framework_ids.includes(id)) throw outsideRoom();
  return id;
}

/** @throws DomainError `not_found`, always the same, for a rule that the room does not show */
export async function requireRule(scope: RoomScope, rule: AskedRule): Promise<void> {
  const frameworkId = requireFramework(scope, rule.framework_id);
  const [live] = await getLiveRules(frameworkId, [requireRuleName(rule.use_case_id)]);
  if (!live) throw outsideRoom();
}

/** Nothing else names a rule; and a key of the table has a bounded length. */
export const requireRuleName = (id: string): string => {
  if (/^[a-z0-9][a-z0-9_.-]{1,127}$/.test(id)) return id;
  throw outsideRoom();
};

/** The review, if the room shows it. @throws DomainError `not_found`, always the same */
export async function requireReview(scope: RoomScope, id: string): Promise<DecidedReview> {
  const review = anId.test(id) ? await getReview(id.toLowerCase()) : null;
  if (!isInScope(scope, review)) throw outsideRoom();
  return review;
}

/** Which of some reviews the room shows, by id; one round trip. */
export async function reviewsInScope(
  scope: RoomScope,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlySet<string>> {
  const named = [...new Set(ids.filter((id) => typeof id === "string"))];
  const reviews = await getReviews(named);
  return new Set(reviews.flatMap((review) => (isInScope(scope, review) ? [review.id] : [])));
}

interface Pointer {
  review_id: string | null;
  decided_at: string | null;
}

/** What points to a review, pointing to none where the room does not show it. */
export const pointing = <P extends Pointer>(pointer: P, shown: ReadonlySet<string>): P =>
  pointer.review_id !== null && shown.has(pointer.review_id)
    ? pointer
    : { ...pointer, review_id: null, decided_at: null };
