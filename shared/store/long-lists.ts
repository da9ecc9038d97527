import { type ReviewStatus, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { put } from "./item.ts";
import { type Read, readTogether } from "./read-together.ts";
import { countWithStatus } from "./review-lists.ts";
import type { Key } from "./table-schema.ts";
import { transactEach } from "./transact.ts";

/*
 * REVIEWS#LONG / ALL#100 or FRAMEWORK#<id>#100: the statuses in which more than a hundred reviews have
 * ended, of all or of one framework. No review is ever removed or ends twice, so a noted status stays
 * true for good, and nobody counts it again.
 */

/** Enough to tell many from few. */
export const MAX_COUNTED = 100;

const longKey = (frameworkId: string | undefined): Key => ({
  pk: "REVIEWS#LONG",
  sk: `${frameworkId === undefined ? "ALL" : `FRAMEWORK#${frameworkId}`}#${MAX_COUNTED}`,
});

/**
 * The statuses in which more than {@link MAX_COUNTED} reviews have ended, as far as they are noted.
 */
export const longListsRead = (
  frameworkId: string | undefined,
): Read<ReadonlySet<ReviewStatus>> => ({
  keys: [longKey(frameworkId)],
  from: ([item]) => new Set((item?.statuses ?? []) as ReviewStatus[]),
});

const final = reviewStatuses.filter((status) => status !== "pending");

/** Notes the statuses in which more than {@link MAX_COUNTED} have ended; in one framework if given. */
export async function noteLongLists(frameworkId: string | undefined): Promise<void> {
  const { known } = await readTogether({ known: longListsRead(frameworkId) });
  const counted = await Promise.all(
    final.map(async (status) => {
      if (known.has(status)) return { status, isMore: true };
      return { status, ...(await countWithStatus(status, frameworkId, MAX_COUNTED)) };
    }),
  );
  const statuses = counted.filter(({ isMore }) => isMore).map(({ status }) => status);
  if (statuses.length === known.size) return;
  await transactEach([put({ ...longKey(frameworkId), statuses })]);
}
