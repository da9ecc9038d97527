/** The day after a day, both YYYY-MM-DD; the last day that can be written is followed by itself. */
export function nextDay(day: string): string {
  if (day >= "9999-12-31") return day;
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The day before a day, both YYYY-MM-DD; the first day that can be written is preceded by itself. */
export function previousDay(day: string): string {
  if (day <= "0000-01-01") return day;
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - 86_400_000).toISOString().slice(0, 10);
}
