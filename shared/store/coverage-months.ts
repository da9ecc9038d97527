import type { StatusTotals } from "#shared/domain/standing/rule-status.ts";
import { insert, put } from "./item.ts";
import { queryAll } from "./read.ts";
import type { Read } from "./read-together.ts";
import type { Key } from "./table-schema.ts";
import { transactEach } from "./transact.ts";

/*
 * COVERAGE#<framework> / <instant>: how many rules of a book had each status at the beginning of a
 * month. Nothing that is written later changes what was true then, so it is kept once and for good.
 */
const monthKey = (frameworkId: string, at: string): Key => ({
  pk: `COVERAGE#${frameworkId}`,
  sk: at,
});

/** How many rules of a book had each status at an instant (ISO 8601 UTC). */
export interface CoveragePoint {
  as_of: string;
  totals: StatusTotals;
}

/** The months among these instants that are kept, by instant. */
export const keptMonthsRead = (
  frameworkId: string,
  instants: readonly string[],
): Read<ReadonlyMap<string, CoveragePoint["totals"]>> => ({
  keys: instants.map((at) => monthKey(frameworkId, at)),
  from: (items) =>
    new Map(
      items.flatMap((item, i) =>
        item ? [[instants[i] as string, item.totals as CoveragePoint["totals"]] as const] : [],
      ),
    ),
});

/** Every month of a framework that is kept. */
export const allKeptMonths = async (frameworkId: string): Promise<CoveragePoint[]> =>
  (await queryAll({ pk: monthKey(frameworkId, "").pk })).map(({ sk, totals }) => ({
    as_of: String(sk),
    totals: totals as CoveragePoint["totals"],
  }));

/** Stores the totals of some months, in place of those that are kept. */
export const correctMonths = (
  frameworkId: string,
  months: readonly CoveragePoint[],
): Promise<number> =>
  transactEach(months.map(({ as_of, totals }) => put({ ...monthKey(frameworkId, as_of), totals })));

/** Stores the totals of some months; those that are already kept stay. */
export const keepMonths = (
  frameworkId: string,
  months: readonly CoveragePoint[],
): Promise<number> =>
  transactEach(
    months.map(({ as_of, totals }) => insert({ ...monthKey(frameworkId, as_of), totals })),
  );
