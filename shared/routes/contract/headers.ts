/** The header that a stage's CloudFront distribution adds to every request to the API. */
export const ORIGIN_HEADER = "x-countersign-origin";

/** Whether a caller accepts gzip, by the header `accept-encoding` (RFC 9110, 12.5.3). */
export const takesGzip = (acceptEncoding = ""): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);
