import { type AddressRules, hostsIn } from "#shared/domain/clearance/address.ts";
import { hostAndPort } from "#shared/domain/extractors/endpoint-rules.ts";
import { appUrl, baseUrl, isDevelopmentStage, setting } from "#shared/platform/settings.ts";

/**
 * Which addresses may be called: of hosts that are not public, those that the setting lists, in the
 * stages local and test only.
 */
export const addressRules = (
  name: "PIPELINE_ISSUER_ALLOWED_HOSTS" | "WEBHOOK_ALLOWED_HOSTS",
): AddressRules => ({
  allowed: isDevelopmentStage() ? hostsIn(setting(name)) : new Set(),
  own: new Set([baseUrl(), appUrl()].map((url) => hostAndPort(new URL(url)))),
});
