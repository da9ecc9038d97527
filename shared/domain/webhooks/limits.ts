import type { Rate } from "#shared/domain/limiter/rate.ts";

/** Endpoints of the platform, and of one tenant. */
export const MOST_PLATFORM_ENDPOINTS = 20;
export const MOST_TENANT_ENDPOINTS = 10;
/** Rules that one message names. */
export const MOST_RULES_IN_MESSAGE = 100;
/** Deliveries in flight to one endpoint. */
export const MOST_IN_FLIGHT = 5;
/** How long both secrets sign after a rotation. */
export const OVERLAP_HOURS = 24;
/** How long deliveries are shown. */
export const DELIVERIES_KEPT_DAYS = 30;
/** Bytes of an answer that are read. */
export const MOST_ANSWER_BYTES = 64 * 1024;
/** How long an endpoint may take to answer, in ms. */
export const ANSWER_TIMEOUT_MS = 15_000;
/** Tests of endpoints, for each person. */
export const WEBHOOK_TESTS: Rate = {
  name: "webhook_tests",
  most: 60,
  per: "minute",
  refusal: "Each person may test endpoints 60 times a minute. Wait for the next minute.",
};
