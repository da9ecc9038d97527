import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { reviewRoutes } from "#shared/routes/table/reviews.ts";
import { auditRowOf, resourcePartition } from "#shared/store/audit.ts";
import { readPage } from "#shared/store/page.ts";

export const handler = bind(reviewRoutes.getReviewAudit)(async ({ params, query }) => {
  const partition = resourcePartition("rule_review_request", params.id);
  const { items, nextCursor } = await readPage(
    { scope: partition, partitions: [partition] },
    query,
  );
  // A review without rows does not exist: its first row is written with it.
  if (items.length === 0 && query.cursor === undefined) {
    throw new DomainError("not_found", "There is no such review.");
  }
  return { status: 200, body: { items: items.map(auditRowOf), next_cursor: nextCursor } };
});
