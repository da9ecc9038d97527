import { appUrl, baseUrl } from "#shared/platform/settings.ts";

/**
 * What counsel's page says of the one who asks: the app's host, and where the public log proves an
 * entry (an address that the entry's hash completes).
 */
export const requester = () => ({
  host: new URL(appUrl()).host,
  proofs: `${baseUrl()}/evidence/log/proof/`,
});
