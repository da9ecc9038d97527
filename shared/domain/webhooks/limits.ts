import type { Rate } from "#shared/domain/limiter/rate.ts";

/** The most endpoints of the platform, and of one tenant. */
export const MAX_PLATFORM_ENDPOINTS = 20;
export const MAX_TENANT_ENDPOINTS = 10;
/** The most rules that one message names. */
export const MAX_RULES_IN_MESSAGE = 100;
/** The most deliveries in flight to one endpoint. */
export const MAX_IN_FLIGHT = 5;
/** How long both secrets sign after a rotation. */
export const OVERLAP_HOURS = 24;
/** How long deliveries stay visible. */
export const DELIVERIES_KEPT_DAYS = 30;
/** The most bytes of an answer that the courier reads. */
export const MAX_ANSWER_BYTES = 64 * 1024;
/** How long an endpoint may take to answer, in ms. */
export const ANSWER_TIMEOUT_MS = 15_000;
/** How many tests of endpoints each person may start. */
export const WEBHOOK_TESTS: Rate = {
  name: "webhook_tests",
  most: 60,
  per: "minute",
  refusal: "Each person may test endpoints 60 times a minute. Wait for the next minute.",
};
