/** The most values and names in a delivery. A push of two thousand commits has a fifth of them. */
export const MAX_DELIVERY_VALUES = 300_000;
