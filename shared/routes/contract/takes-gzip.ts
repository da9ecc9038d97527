/** Whether a caller accepts gzip, by the header `accept-encoding` (RFC 9110, 12.5.3). */
export const takesGzip = (acceptEncoding = ""): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);
