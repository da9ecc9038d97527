/** The most bytes of a forwarded event: the provider's own limit is a quarter of it. */
export const MAX_EVENT_BYTES = 1024 * 1024;
/** The most values and names that it holds. */
export const MAX_EVENT_VALUES = 100_000;
