/** Rules in one question. */
export const MAX_RULES_ASKED = 500;
/** Rules in a question that is asked in a URL. */
export const MAX_RULES_IN_QUERY = 50;
/** The longest age, in days, to which approvals can be limited: a hundred years. */
export const MAX_AGE_DAYS = 36_500;
/** Systems that one question names. */
export const MAX_SYSTEMS_NAMED = 200;
/** Systems that one answer is about. */
export const MAX_SYSTEMS = 1000;
/** The longest age of a confirmation, in days: ten years. */
export const MAX_CONFIRMED_AGE_DAYS = 3650;
/** The longest age of a run, in hours: a month. */
export const MAX_RUN_AGE_HOURS = 720;
/** How old the newest complete run may be if nobody sets a limit, in hours. */
export const DEFAULT_RUN_AGE_HOURS = 48;
/** Rule books that a question names. */
export const MAX_BOOKS_ASKED = 20;
