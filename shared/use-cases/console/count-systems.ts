import { classes } from "#shared/domain/inventory/verdict.ts";
import { readSystemCounts, type SystemCount } from "#shared/store/system-counts.ts";

/** How many artifacts these connections found, by class. @param isMore there are further connections */
export async function countSystems(
  tenantId: string,
  connectionIds: readonly string[],
  isMore: boolean,
) {
  const counts = await readSystemCounts(tenantId, new Set(connectionIds));
  const sum = (fits: (one: SystemCount) => boolean): number =>
    counts.filter(fits).reduce((all, { count }) => all + count, 0);
  return {
    found: sum(() => true),
    by_class: classes.map((name) => ({
      class: name,
      count: sum((one) => one.class === name),
      unconfirmed: sum((one) => one.class === name && !one.isDecided),
    })),
    unclassified: sum((one) => one.class === null),
    allowed_by_one: sum((one) => one.isByOne),
    is_more: isMore,
  };
}
