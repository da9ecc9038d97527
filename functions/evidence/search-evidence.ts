import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { bind } from "#shared/edge/bind.ts";
import { evidenceRoutes } from "#shared/routes/table/evidence.ts";
import { counselKey, counselOf } from "#shared/store/counsel.ts";
import { getItems } from "#shared/store/read.ts";
import { reviewOf } from "#shared/store/reviews.ts";
import { type Filters, findDecided } from "#shared/use-cases/evidence/find-decided.ts";

/** Step 1 of the evidence procedure: decided requests by framework, counsel, status and date. */
export const handler = bind(evidenceRoutes.searchEvidence)(async ({ query }) => {
  const { limit, cursor, ...filters } = query;
  const { page, called, met } = await findDecided(filters, { limit, cursor });
  const found = page.items.map(reviewOf).filter((record) => matches(record, filters, called));
  const counsel = await counselOfAll(found, met);
  const items = found.map((record) => {
    const signer = counsel.get(record.counsel_id);
    return {
      ...record,
      counsel_email: record.counsel_email,
      counsel: signer ?? null,
    };
  });
  return { status: 200, body: { items, next_cursor: page.nextCursor } };
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
