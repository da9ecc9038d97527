import type { ReviewStatus } from "#shared/domain/reviews/review.ts";
import { bind } from "#shared/edge/bind.ts";
import { reviewRoutes } from "#shared/routes/table/reviews.ts";
import { counselKey, counselOf } from "#shared/store/counsel.ts";
import { type Listing, readPage } from "#shared/store/page.ts";
import { getItems } from "#shared/store/read.ts";
import { partitionsFor, reviewOf, reviewPartitions } from "#shared/store/reviews.ts";

interface Filters {
  status?: ReviewStatus | undefined;
  framework_id?: string | undefined;
  counsel_id?: string | undefined;
}

export const handler = bind(reviewRoutes.listReviews)(async ({ query }) => {
  const { items, nextCursor } = await readPage(listingFor(query), query);
  const records = items
    .map(reviewOf)
    .filter(({ framework_id }) => !query.framework_id || framework_id === query.framework_id);
  const counsel = await getItems(records.map(({ counsel_id }) => counselKey(counsel_id)));
  const queue = records.map((record, index) => {
    const assigned = counsel[index];
    return {
      ...record,
      counsel_display_name: assigned ? counselOf(assigned).display_name : "",
      counsel_firm: assigned ? counselOf(assigned).firm : null,
    };
  });
  return { status: 200, body: { items: queue, next_cursor: nextCursor } };
});

function listingFor({ status, framework_id, counsel_id }: Filters): Listing {
  const scope = JSON.stringify(["reviews", status, framework_id, counsel_id]);
  const newestFirst = { scope, descending: true };
  if (counsel_id !== undefined) {
    const partitions = partitionsFor(status, (s) => reviewPartitions.counsel(counsel_id, s));
    return { ...newestFirst, index: "gsi3", partitions };
  }
  if (framework_id !== undefined) {
    const partitions = partitionsFor(status, (s) => reviewPartitions.framework(framework_id, s));
    return { ...newestFirst, index: "gsi2", partitions };
  }
  return { ...newestFirst, index: "gsi1", partitions: partitionsFor(status, reviewPartitions.all) };
}
