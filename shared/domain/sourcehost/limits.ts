/** The most values and names of a delivery: a push of two thousand commits holds a fifth of them. */
export const MOST_DELIVERY_VALUES = 300_000;
