import { toldRow } from "#shared/domain/audit/told-row.ts";
import { vouchedBy } from "#shared/domain/counsel/counsel.ts";
import { counselLife } from "#shared/domain/counsel/in-rows.ts";
import { delegationIn } from "#shared/domain/reviews/delegation.ts";
import { genuineRows } from "#shared/use-cases/log/genuine-rows.ts";
import type { OpenLink } from "./load-link.ts";
import type { InRows, RowsUnderLink } from "./rows-under-link.ts";

/**
 * The member of an answer that says who passed the request on to a counsel, where somebody did, and who
 * vouches for that counsel by the rows about them.
 */
export async function passedOn(
  { rows }: InRows,
  { logKeys }: OpenLink,
  { counselRows }: RowsUnderLink,
) {
  const delegation = delegationIn(rows.slice(0, 1).map(toldRow));
  if (delegation === null) return {};
  const life = counselLife(await genuineRows(counselRows, logKeys));
  return { delegation: { ...delegation, vouched_by: life && vouchedBy(life) } };
}
