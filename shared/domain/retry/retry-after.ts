/**
 * The delay in milliseconds that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or an
 * HTTP date); null if it is absent or invalid.
 * @param now milliseconds since the epoch
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = text.length > 40 ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
