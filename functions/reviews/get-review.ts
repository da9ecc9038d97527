import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { reviewRoutes } from "#shared/routes/table/reviews.ts";
import { getReview } from "#shared/store/reviews.ts";

export const handler = bind(reviewRoutes.getReview)(async ({ params }) => {
  const record = await getReview(params.id);
  if (record === null) throw new DomainError("not_found", "There is no such review.");
  return { status: 200, body: record };
});
