/**
 * The beginnings of the last months up to an instant, including its own month, oldest first.
 * @param at ISO 8601 UTC
 */
export function lastMonths(at: string, count: number): string[] {
  const then = new Date(at);
  const first = then.getUTCMonth() - count + 1;
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(then.getUTCFullYear(), first + i, 1)).toISOString(),
  );
}
