import type { Rate } from "#shared/domain/limiter/rate.ts";

/** The longest chain: a primary and three fallbacks. */
export const LONGEST_CHAIN = 4;

/** The longest texts of an entry, in characters. */
export const MAX_ENDPOINT = 2000;
export const MAX_MODEL = 200;
export const MAX_CREDENTIAL = 4096;

/**
 * Limits connection tests of an extractor, per tenant; for the platform's own, per admin. Somebody who
 * sets up a chain tries many times in one sitting, and is not stopped by it.
 */
export const EXTRACTOR_PROBES: Rate = {
  name: "extractor_probes",
  most: 120,
  per: "hour",
  refusal: "Extractors can be tested 120 times an hour. Try again in the next hour.",
};
