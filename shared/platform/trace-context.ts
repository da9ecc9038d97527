/*
 * W3C Trace Context (level 1): `traceparent` is `<version>-<trace id>-<parent id>-<flags>` in lower
 * case hexadecimal. https://www.w3.org/TR/trace-context/
 */

/** Version 00's four fields; later versions may append more. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** X-Ray's own header: `Root=1-<8 digits>-<24 digits>;…;Sampled=0`. */
const XRAY_ROOT = /(?:^|;)Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/;

interface Trace {
  traceId: string;
  /** Two hexadecimal digits; the lowest bit is the sampled flag. */
  flags: string;
}

function traceIn(traceparent: string | undefined): Trace | null {
  const [, version, traceId = "", parentId = "", flags = "", more] =
    FORM.exec(traceparent ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) {
    return null;
  }
  if (ZEROS.test(traceId) || ZEROS.test(parentId)) return null;
  return { traceId, flags: Number.parseInt(flags, 16) % 2 === 1 ? "01" : "00" };
}

function traceInXray(header: string | undefined): Trace | null {
  const [, time, rest] = XRAY_ROOT.exec(header ?? "") ?? [];
  if (time === undefined) return null;
  return { traceId: `${time}${rest}`, flags: header?.includes("Sampled=0") ? "00" : "01" };
}

/**
 * Starts a span in the caller's trace, else in X-Ray's, else in a new one. A malformed
 * `traceparent` is ignored.
 * @param sent a `traceparent` from outside
 * @param xray the invocation's X-Ray trace header
 * @param hex returns that many random hexadecimal digits; they need not be unpredictable
 * @returns a `traceparent` of version 00
 */
export function spanOf(
  sent: string | undefined,
  xray: string | undefined,
  hex: (digits: number) => string,
): string {
  const trace = traceIn(sent) ?? traceInXray(xray) ?? { traceId: hex(32), flags: "01" };
  return `00-${trace.traceId}-${hex(16)}-${trace.flags}`;
}
