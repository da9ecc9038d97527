import { appUrl } from "#shared/platform/settings.ts";

/** The host that counsel's page names as the requester: the app's. */
export const requestingHost = (): string => new URL(appUrl()).host;
