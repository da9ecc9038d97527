import { DomainError } from "#shared/domain/errors.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import { credential, readSecret } from "#shared/platform/secrets/secrets.ts";
import { setting } from "#shared/platform/settings.ts";

export const FEDERATION_FLAG = "IDP_USE_FEDERATED_IDENTITY";

/** The platform's app registration at the identity provider. */
export interface IdpClient {
  clientId: string;
  tokenUrl: string;
  scope: string;
  appObjectId: string | undefined;
}

/** The deployment's flag; the setting applies until the flag is first switched. */
export const isFederated = ({ flags }: Deployment): boolean =>
  flags[FEDERATION_FLAG]?.value ?? setting(FEDERATION_FLAG) === "true";

/** The full token URL: IDP_TOKEN_URL, or the vendor's for the directory IDP_TENANT_ID. */
export function idpTokenUrl(): string | undefined {
  const tenant = setting("IDP_TENANT_ID");
  const vendors =
    tenant === undefined
      ? undefined
      : `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  return setting("IDP_TOKEN_URL") ?? vendors;
}

/** @throws DomainError `idp_not_configured` */
export function idpClient(): IdpClient {
  const clientId = setting("IDP_CLIENT_ID");
  const tokenUrl = idpTokenUrl();
  if (clientId === undefined || tokenUrl === undefined) {
    throw new DomainError(
      "idp_not_configured",
      "Set IDP_CLIENT_ID, and IDP_TOKEN_URL or IDP_TENANT_ID, first.",
    );
  }
  return {
    clientId,
    tokenUrl,
    scope: setting("IDP_SCOPE") ?? "https://graph.microsoft.com/.default",
    appObjectId: setting("IDP_APP_OBJECT_ID"),
  };
}

/**
 * The legacy client secret: the credential IDP_CLIENT_SECRET, else the entry `idp-client-secret`.
 * @throws DomainError `idp_not_configured` when there is neither
 */
export async function legacySecret(now: number): Promise<string> {
  const value =
    (await credential("IDP_CLIENT_SECRET", now)) ??
    (await readSecret("idp-client-secret", now)) ??
    "";
  if (value !== "") return value;
  throw new DomainError(
    "idp_not_configured",
    "The legacy path needs IDP_CLIENT_SECRET or the entry idp-client-secret; or enable federation.",
  );
}
