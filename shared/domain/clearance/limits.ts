/** Rules in one question. */
export const MOST_RULES_ASKED = 500;
/** Rules in a question that stands in an address. */
export const MOST_RULES_IN_QUERY = 50;
/** The longest age, in days, to which approvals can be limited: a hundred years. */
export const MOST_AGE_DAYS = 36_500;
