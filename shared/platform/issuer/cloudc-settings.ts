import type { WifRules } from "#shared/domain/connections/wif-connect.ts";
import {
  type CloudcEndpoints,
  vendorEndpoints,
} from "#shared/domain/discovery/cloudc/endpoints.ts";
import { setting } from "#shared/platform/settings.ts";

/** The host that this deployment's audiences name. */
export const iamHost = (): string => setting("CLOUDC_IAM_HOST") ?? "iam.googleapis.com";

/** The form of this deployment's audiences and service accounts. */
export const wifRules = (): WifRules => ({
  iamHost: iamHost(),
  emailSuffix: setting("CLOUDC_SA_EMAIL_SUFFIX") ?? ".iam.gserviceaccount.com",
});

/** Cloud-c's addresses: the vendor's, unless settings name others. */
export const cloudcEndpoints = (): CloudcEndpoints => ({
  sts: setting("CLOUDC_STS_URL") ?? vendorEndpoints.sts,
  iamCredentials: setting("CLOUDC_IAMCREDENTIALS_URL") ?? vendorEndpoints.iamCredentials,
  resourceManager: setting("CLOUDC_RESOURCEMANAGER_URL") ?? vendorEndpoints.resourceManager,
  aiPlatform: setting("CLOUDC_AIPLATFORM_URL") ?? vendorEndpoints.aiPlatform,
  notebooks: setting("CLOUDC_NOTEBOOKS_URL") ?? vendorEndpoints.notebooks,
  oauthToken: setting("CLOUDC_OAUTH_TOKEN_URL") ?? vendorEndpoints.oauthToken,
});
