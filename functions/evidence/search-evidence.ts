import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { bind } from "#shared/edge/bind.ts";
import { evidenceRoutes } from "#shared/routes/table/evidence.ts";
import { counselKey, counselOf } from "#shared/store/counsel.ts";
import { fitting } from "#shared/store/page.ts";
import { getItems, type Item } from "#shared/store/read.ts";
import { decidedPosition, reviewOf } from "#shared/store/reviews.ts";
import { type Filters, findDecided } from "#shared/use-cases/evidence/find-decided.ts";

/** Step 1 of the evidence procedure: decided requests by framework, counsel, status and date. */
export const handler = bind(evidenceRoutes.searchEvidence)(async ({ query }) => {
  const { limit, cursor, ...filters } = query;
  const { page, called, met } = await findDecided(filters, { limit, cursor });
  const found = page.items.filter((item) => matches(reviewOf(item), filters, called));
  const records = found.map(reviewOf);
  const counsel = await counselOfAll(records, met);
  const items = records.map((record) => ({
    ...record,
    counsel: counsel.get(record.counsel_id) ?? null,
  }));
  // With their counsel beside them the reviews may be more than a page holds.
  const kept = fitting(items, limit);
  const next_cursor =
    kept < items.length ? decidedPosition(found[kept - 1] as Item) : page.nextCursor;
  return { status: 200, body: { items: items.slice(0, kept), next_cursor } };
});

/** The counsel of the records by id; only those not met on the way are read. */
async function counselOfAll(
  records: readonly ReviewRecord[],
  met: readonly CounselRecord[],
): Promise<ReadonlyMap<string, CounselRecord>> {
  const counsel = new Map(met.map((one) => [one.id, one]));
  const missing = records.map(({ counsel_id }) => counsel_id).filter((id) => !counsel.has(id));
  for (const item of await getItems(missing.map(counselKey))) {
    if (item !== null) counsel.set(counselOf(item).id, counselOf(item));
  }
  return counsel;
}

function matches(
  record: ReviewRecord,
  filters: Filters,
  called: readonly CounselRecord[],
): boolean {
  const { framework_id, counsel_email } = filters;
  const isTheirs =
    counsel_email === undefined ||
    record.counsel_email === counsel_email ||
    called.some(({ id }) => id === record.counsel_id);
  return isTheirs && (framework_id === undefined || record.framework_id === framework_id);
}
