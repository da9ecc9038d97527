import { appUrl, baseUrl } from "#shared/platform/settings.ts";

/**
 * What counsel's page shows about the requester: the app's host, and the address where the public log
 * proves an entry (the entry's hash completes it).
 */
export const requester = () => ({
  host: new URL(appUrl()).host,
  proofs: `${baseUrl()}/evidence/log/proof/`,
});
