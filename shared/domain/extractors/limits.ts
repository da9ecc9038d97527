/** The longest chain: a primary and three fallbacks. */
export const LONGEST_CHAIN = 4;

/** The longest texts of an entry, in characters. */
export const MOST_ENDPOINT = 2000;
export const MOST_MODEL = 200;
export const MOST_CREDENTIAL = 4096;
