import type { ErrorCode } from "#shared/domain/errors.ts";

/** The reasons why counsel's link no longer works, or was never one that the service issued. */
const refusals = [
  "invalid_token",
  "review_expired",
  "review_cancelled",
  "panel_decided",
  "review_delegated",
  "state_differs",
] as const;

/**
 * The codes with which a call under counsel's link can be refused. Call it as pure, so that bundles
 * leave out the entries that they do not use: with a spread list instead, they would stay in.
 */
export const underLinkOr = <const E extends readonly ErrorCode[]>(more: E) =>
  [...refusals, ...more] as const;
