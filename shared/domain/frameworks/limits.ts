/** The most bytes of a book's events with all their versions, so that one answer holds them. */
export const MAX_ENFORCEMENT_BYTES = 2 * 1024 * 1024;

/** The most events or rules that one request names. */
export const MAX_EVENTS = 500;

/** The longest note of an event, in characters. */
export const MAX_NOTE = 4000;

/** The longest texts of a rule, in characters, and the most sources it cites. */
export const MAX_TITLE = 1000;
export const MAX_TEXT = 20_000;
export const MAX_URL = 2000;
export const MAX_CITATIONS = 100;

/** The largest rule in an answer: a hundred of them fit into one response to counsel (Lambda's 6 MB). */
export const MAX_RULE_BYTES = 48 * 1024;
