const DAY_MS = 86_400_000;

/** The day after a day, both YYYY-MM-DD; the last day that can be written is followed by itself. */
export function nextDay(day: string): string {
  if (day >= "9999-12-31") return day;
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString().slice(0, 10);
}

/** The last instant of a day (YYYY-MM-DD), ISO 8601 UTC: what a day means where an instant is asked for. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;

/** Whole days from one calendar day to another, both YYYY-MM-DD in UTC. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** `in 38 days`: used wherever we say how long it is until a day of the law. */
export function inDays(today: string, day: string): string {
  const days = daysBetween(today, day);
  return days === 0 ? "today" : `in ${days} ${days === 1 ? "day" : "days"}`;
}

/** The day before a day, both YYYY-MM-DD; the first day that can be written is preceded by itself. */
export function previousDay(day: string): string {
  if (day <= "0000-01-01") return day;
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - 86_400_000).toISOString().slice(0, 10);
}
