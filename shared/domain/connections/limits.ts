/** The longest texts of a connection, in characters. */
export const MAX_DISPLAY_NAME = 200;
export const MAX_REMOTE_ID = 200;
export const MAX_REFRESH_TOKEN = 4096;

/** The most regions of a cloud-b connection, and projects of a cloud-c one. */
export const MAX_REGIONS = 40;
export const MAX_PROJECTS = 500;

/** Refused deliveries stored per tenant and clock minute; the rest are only counted. */
export const REFUSAL_ROWS_A_MINUTE = 60;
