import type { Rate } from "#shared/domain/limiter/rate.ts";

/** The longest chain: a primary and three fallbacks. */
export const LONGEST_CHAIN = 4;

/** The longest texts of an entry, in characters. */
export const MOST_ENDPOINT = 2000;
export const MOST_MODEL = 200;
export const MOST_CREDENTIAL = 4096;

/** Tests of an extractor's connection, for each tenant; for the platform's own, each admin. */
export const EXTRACTOR_PROBES: Rate = {
  name: "extractor_probes",
  most: 10,
  per: "hour",
  refusal: "Extractors can be tested ten times an hour. Try again in the next hour.",
};
