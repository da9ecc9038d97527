import { noSuch } from "#shared/domain/errors.ts";
import { shownHistory } from "#shared/domain/evidence/key-history.ts";
import { statusAt } from "#shared/domain/reviews/review.ts";
import { counselTrail } from "#shared/store/audit-trails.ts";
import { getReview as readReview } from "#shared/store/reviews.ts";

/**
 * One review, with its status as of now and the history of its counsel's own keys.
 * @param now ISO 8601 UTC
 * @throws DomainError `not_found`
 */
export async function getReview(id: string, now: string) {
  const record = await readReview(id);
  if (record === null) throw noSuch("review");
  const counsel_keys = shownHistory(await counselTrail(record.counsel_id));
  return { ...record, status: statusAt(record, now), ...(counsel_keys && { counsel_keys }) };
}
