/** The longest texts of a counsel's record, in characters. */
export const MOST_LINE = 200;
export const MOST_NOTES = 10_000;
