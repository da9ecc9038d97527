/** The outcomes of a webhook delivery. */
export const deliveryOutcomes = ["accepted", "ignored", "duplicate", "rejected"] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** Whether it counts in `deliveries_24h`, which leaves out duplicates and rejections (contract). */
export const countsAsDelivery = (outcome: DeliveryOutcome): boolean =>
  outcome === "accepted" || outcome === "ignored";

const DAY_MS = 24 * 3600 * 1000;

/** One hour's counters: a total per outcome, and one per minute for the edge of the window. */
export interface HourCounts {
  /** `2026-11-20T10` */
  hour: string;
  counts: Readonly<Record<string, unknown>>;
}

export const hourOf = (at: string): string => at.slice(0, 13);

/** Name of the counter for an outcome in one minute of the hour: `accepted_07`. */
export const minuteCounter = (outcome: DeliveryOutcome, at: string): string =>
  `${outcome}_${at.slice(14, 16)}`;

/** The first hour that overlaps the 24 hours before `now`. */
export const firstHour = (now: string): string => hourOf(dayBefore(now));

const dayBefore = (now: string): string => new Date(Date.parse(now) - DAY_MS).toISOString();

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/**
 * Totals for the 24 hours before `now`, to the minute: in the window's first hour only the minutes
 * after its edge count, so that a delivery never counts for longer than a day.
 */
export function sumOfDay(
  hours: readonly HourCounts[],
  now: string,
): Record<DeliveryOutcome, number> {
  const edge = dayBefore(now);
  const sum = { accepted: 0, ignored: 0, duplicate: 0, rejected: 0 };
  for (const { hour, counts } of hours) {
    if (hour < hourOf(edge)) continue;
    for (const outcome of deliveryOutcomes) {
      sum[outcome] +=
        hour > hourOf(edge)
          ? numberOf(counts[outcome])
          : minutesAfter(edge).reduce((n, m) => n + numberOf(counts[`${outcome}_${m}`]), 0);
    }
  }
  return sum;
}

function minutesAfter(edge: string): string[] {
  const first = Number(edge.slice(14, 16)) + 1;
  return Array.from({ length: 60 - first }, (_, i) => String(first + i).padStart(2, "0"));
}
