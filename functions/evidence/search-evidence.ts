import { type CounselRecord, publicCounsel } from "../../shared/domain/counsel/counsel.ts";
import {
  type Decision,
  publicReview,
  type ReviewRecord,
} from "../../shared/domain/reviews/review.ts";
import { bind } from "../../shared/edge/bind.ts";
import { evidenceRoutes } from "../../shared/routes/evidence.ts";
import { counselKey, counselOf, counselPartitions } from "../../shared/store/counsel.ts";
import { FRAMEWORKS } from "../../shared/store/frameworks.ts";
import { type Listing, readPage } from "../../shared/store/page.ts";
import { getItems, queryAll } from "../../shared/store/read.ts";
import { reviewOf, reviewPartitions } from "../../shared/store/reviews.ts";

interface Filters {
  framework_id?: string | undefined;
  counsel_email?: string | undefined;
  decided_from?: string | undefined;
  decided_to?: string | undefined;
  status: readonly Decision[];
}

/** Step 1 of the evidence procedure: decided requests by framework, counsel, status and date. */
export const handler = bind(evidenceRoutes.searchEvidence)(async ({ query }) => {
  const { limit, cursor, ...filters } = query;
  const called =
    filters.counsel_email === undefined ? [] : await counselCalled(filters.counsel_email);
  const page = await readPage(await listingFor(filters, called), { limit, cursor });
  const found = page.items.map(reviewOf).filter((record) => matches(record, filters, called));
  const counsel = await getItems(found.map(({ counsel_id }) => counselKey(counsel_id)));
  const items = found.map((record, index) => {
    const item = counsel[index];
    return {
      ...publicReview(record),
      counsel_email: record.counsel_email,
      counsel: item ? publicCounsel(counselOf(item)) : null,
    };
  });
  return { status: 200, body: { items, next_cursor: page.nextCursor } };
});

/** Counsel whose e-mail is this one now. */
async function counselCalled(email: string): Promise<CounselRecord[]> {
  const found = await Promise.all(
    [true, false].map((active) =>
      queryAll({ index: "gsi3", pk: counselPartitions.email(email, active) }),
    ),
  );
  return found.flat().map(counselOf);
}

/** The e-mail decides which partitions hold the answer: the one asked for, and former ones. */
async function listingFor(filters: Filters, called: readonly CounselRecord[]): Promise<Listing> {
  const { framework_id, counsel_email, decided_from, decided_to, status } = filters;
  const bounds = {
    scope: JSON.stringify(["evidence", filters]),
    ...(decided_from === undefined ? {} : { from: decided_from }),
    ...(decided_to === undefined ? {} : { below: decided_to }),
  };
  if (counsel_email !== undefined) {
    const emails = new Set([counsel_email, ...called.flatMap((counsel) => counsel.former_emails)]);
    const partitions = [...emails].flatMap((email) =>
      status.map((decision) => reviewPartitions.signedBy(email, decision)),
    );
    return { ...bounds, index: "gsi5", partitions };
  }
  const frameworks =
    framework_id === undefined
      ? (await queryAll({ pk: FRAMEWORKS })).map(({ sk }) => String(sk))
      : [framework_id];
  const partitions = frameworks.flatMap((id) =>
    status.map((decision) => reviewPartitions.decided(id, decision)),
  );
  return { ...bounds, index: "gsi4", partitions };
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
