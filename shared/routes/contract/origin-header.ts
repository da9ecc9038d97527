/** The header that a stage's CloudFront distribution adds to every request to the API. */
export const ORIGIN_HEADER = "x-countersign-origin";
