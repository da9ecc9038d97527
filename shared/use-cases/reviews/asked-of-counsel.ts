import type { PendingReview } from "#shared/domain/reviews/review.ts";
import { getSignedCounsel } from "#shared/use-cases/counsel/signed-counsel.ts";
import { askedInRows } from "./asked-in-rows.ts";

/**
 * The answer of `askedInRows`, with the counsel whom the rows name, according to that counsel's own
 * signed rows. Both are read at once, because the record nearly always names the same counsel.
 * @throws DomainError `state_differs` if signed rows do not say it
 */
export async function askedOfCounsel(record: PendingReview) {
  const [asked, recorded] = await Promise.all([
    askedInRows(record),
    getSignedCounsel(record.counsel_id),
  ]);
  const { counsel_id } = asked.told;
  const counsel = counsel_id === record.counsel_id ? recorded : await getSignedCounsel(counsel_id);
  if (counsel === null) throw new Error("A review names a counsel who is not there.");
  return { ...asked, counsel };
}
