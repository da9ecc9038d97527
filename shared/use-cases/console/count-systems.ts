import { type Class, classes } from "#shared/domain/inventory/verdict.ts";
import { readSystemCounts, type SystemCount } from "#shared/store/system-counts.ts";

/** A tenant's present artifacts, by their class in law. */
export interface Systems {
  found: number;
  by_class: { class: Class; count: number; unconfirmed: number }[];
  /** Artifacts that nothing has classified yet. */
  unclassified: number;
  /** Artifacts that one person alone has taken out of "prohibited". */
  allowed_by_one: number;
  /** There are connections whose artifacts were not counted. */
  is_more: boolean;
}

/** How many artifacts these connections found, by class. @param isMore there are further connections */
export async function countSystems(
  tenantId: string,
  connectionIds: readonly string[],
  isMore: boolean,
): Promise<Systems> {
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
