/** The longest texts of a counsel's record, in characters. */
export const MAX_LINE = 200;
export const MAX_NOTES = 10_000;
