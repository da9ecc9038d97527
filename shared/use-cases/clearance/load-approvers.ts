import type { Leaf } from "#shared/domain/clearance/answer.ts";
import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { getLogRows } from "#shared/store/log-rows.ts";

interface Approvers {
  counselOf(id: string): CounselRecord | null;
  /** Where the log has the row with this hash; null until it has taken it. */
  leafOf(rowHash: string): Leaf | null;
}

/** Who decided these reviews, and where the evidence log has their decisions. */
export async function loadApprovers(
  reviews: readonly (DecidedReview | null)[],
): Promise<Approvers> {
  const known = reviews.filter((review) => review !== null);
  const ids = [...new Set(known.map(({ counsel_id }) => counsel_id))];
  const hashes = [...new Set(known.map(({ decision_row_hash }) => decision_row_hash))];
  const [counsel, rows] = await Promise.all([getCounselByIds(ids), getLogRows(hashes)]);
  const byId = new Map(ids.map((id, i) => [id, counsel[i] ?? null]));
  const byHash = new Map(hashes.map((hash, i) => [hash, rows[i] ?? null]));
  return {
    counselOf: (id) => byId.get(id) ?? null,
    leafOf: (hash) => {
      const row = byHash.get(hash);
      return row == null ? null : { index: row.index, hash };
    },
  };
}
