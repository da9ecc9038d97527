import { withoutTrailing } from "#shared/domain/text/text.ts";

/** Base URLs of cloud-c's APIs; each is a setting, so that another server can be used. */
export interface CloudcEndpoints {
  sts: string;
  iamCredentials: string;
  resourceManager: string;
  /** May contain `{region}`. */
  aiPlatform: string;
  notebooks: string;
  /** Legacy path: the full URL of the endpoint that exchanges refresh tokens. */
  oauthToken: string;
}

/** The vendor's own addresses. */
export const vendorEndpoints: CloudcEndpoints = {
  sts: "https://sts.googleapis.com",
  iamCredentials: "https://iamcredentials.googleapis.com",
  resourceManager: "https://cloudresourcemanager.googleapis.com",
  aiPlatform: "https://{region}-aiplatform.googleapis.com",
  notebooks: "https://notebooks.googleapis.com",
  oauthToken: "https://oauth2.googleapis.com/token",
};

/**
 * The base URL of a service in a location. `null` and `global` give the URL without a region, which
 * also lists the locations.
 */
export function baseOf(template: string, location: string | null): string {
  const region = location === "global" ? null : location;
  const url =
    region === null
      ? template.replaceAll("{region}-", "").replaceAll("{region}", "")
      : template.replaceAll("{region}", region);
  return withoutTrailing("/", url);
}
