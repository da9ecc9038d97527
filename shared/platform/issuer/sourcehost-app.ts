import type { Http } from "#shared/domain/discovery/upstream.ts";
import { attachedVersion, type Deployment } from "#shared/domain/setup/deployment.ts";
import { type AppPorts, appJwt, appKeyOf, VENDOR_API } from "#shared/domain/sourcehost/app-api.ts";
import { readSecret } from "#shared/platform/secrets/secrets.ts";
import { setting } from "#shared/platform/settings.ts";

export const APP_KEY_SECRET = "sourcehost-app-private-key";

/**
 * The source host's API for the platform's app, with a fresh JWT; null while SOURCEHOST_APP_ID or
 * the app's key is missing.
 * @param deployment from `cachedDeployment`, so that a new key takes effect within 30 s
 * @param now ISO 8601 UTC
 */
export async function sourcehostApp(
  http: Http,
  deployment: Deployment,
  now: string,
): Promise<AppPorts | null> {
  const appId = setting("SOURCEHOST_APP_ID");
  const version = attachedVersion(deployment, APP_KEY_SECRET);
  if (appId === undefined || version === null) return null;
  const at = Date.parse(now);
  const secret = await readSecret(APP_KEY_SECRET, at, version);
  const key = secret === null ? null : appKeyOf(secret);
  if (key === null) return null;
  const jwt = await appJwt(appId, key, Math.floor(at / 1000));
  return { http, apiUrl: setting("SOURCEHOST_API_URL") ?? VENDOR_API, jwt };
}
