/**
 * An instant as a sender tells it, as text or in epoch seconds; ISO 8601 UTC, and never later than the
 * receipt.
 * @returns null if it cannot be read
 */
export function toldInstant(told: unknown, received: string): string | null {
  const text = typeof told === "string" || typeof told === "number" ? String(told) : "";
  const at = /^\d{1,11}(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(at)) return null;
  return at < Date.parse(received) ? new Date(at).toISOString() : received;
}
