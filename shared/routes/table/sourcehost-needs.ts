/** What a function needs to call the source host as the platform's app. */
export const sourcehostAppSettings = ["SOURCEHOST_APP_ID", "SOURCEHOST_API_URL"] as const;
