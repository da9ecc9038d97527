import type { ErrorCode } from "#shared/domain/errors.ts";

/** How a link of counsel's can have ended, or never have been one that the service issued. */
const refusals = [
  "invalid_token",
  "review_expired",
  "review_cancelled",
  "panel_decided",
  "review_delegated",
  "state_differs",
] as const;

/**
 * What a call under counsel's link can be refused for. To be called as pure, so that bundles leave out the
 * entries that they do not use: a list that is spread in its place would keep them in.
 */
export const underLinkOr = <const E extends readonly ErrorCode[]>(more: E) =>
  [...refusals, ...more] as const;
