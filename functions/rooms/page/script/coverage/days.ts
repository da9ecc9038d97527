import type { Review, Rule } from "../room.ts";

/* Days are YYYY-MM-DD in UTC. On the time line they are counted from its first day. */

const DAY_MS = 86_400_000;

const numberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00.000Z`) / DAY_MS);

export const dayAt = (first: string, days: number): string =>
  new Date((numberOf(first) + days) * DAY_MS).toISOString().slice(0, 10);

export const daysFrom = (first: string, day: string): number => numberOf(day) - numberOf(first);

/** A day on which the laws behind some rules change, and how many rules each change concerns. */
export interface LawDay {
  day: string;
  changes: readonly { to: Rule["in_force"]; rules: number }[];
}

/** The days on which the laws behind these rules change, in order. */
export function lawDaysOf(rules: readonly Rule[]): LawDay[] {
  const days = Map.groupBy(
    rules.flatMap(({ law_days }) => law_days),
    ({ day }) => day,
  );
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, own]) => ({
      day,
      changes: [...Map.groupBy(own, ({ to }) => to)].map(([to, { length }]) => ({
        to,
        rules: length,
      })),
    }));
}

/** The margin before the first and after the last item on the time line. */
const MARGIN_DAYS = 30;

/** From the first decision or law to the last law, with today in between. */
export function spanOf(
  lawDays: readonly LawDay[],
  reviews: readonly Review[],
  today: string,
): { first: string; last: string } {
  const days = [
    today,
    ...lawDays.map(({ day }) => day),
    ...reviews.map(({ decided_at }) => decided_at.slice(0, 10)),
  ].sort();
  return {
    first: dayAt(days[0] ?? today, -MARGIN_DAYS),
    last: dayAt(days.at(-1) ?? today, MARGIN_DAYS),
  };
}
