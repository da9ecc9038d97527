import { DomainError } from "#shared/domain/errors.ts";
import type { Language } from "#shared/domain/language.ts";
import { iamHost } from "#shared/platform/issuer/cloudc-settings.ts";
import { appUrl, setting, twoPeople } from "#shared/platform/settings.ts";
import { offeredLanguages } from "#shared/use-cases/counsel/offered-languages.ts";

export interface SignInConfig {
  issuer: string;
  client_id: string;
  scope: string;
  redirect_uri: string;
  bearer: "id_token" | "access_token";
  /** True if a second person confirms counsel, and links are sent only by mail. */
  two_people?: true;
  /** The names that people here use for connections' providers; left out if no setting has them. */
  provider_names?: { sourcehost?: string; cloudb?: string; cloudc?: string };
  counsel_languages: Language[];
  /** The host that audiences of cloud-c must name. */
  cloudc_iam_host: string;
}

/**
 * How the console signs people in: OpenID Connect, authorization code with PKCE, a public client.
 * @throws DomainError `dependency_unavailable` when no provider is configured
 */
export function getConsoleConfig(): SignInConfig {
  const issuer = setting("SIGN_IN_ISSUER_URL");
  const client_id = setting("SIGN_IN_CLIENT_ID");
  if (issuer === undefined || client_id === undefined) {
    throw new DomainError("dependency_unavailable", "No sign-in provider is configured.");
  }
  return {
    issuer,
    client_id,
    scope: setting("SIGN_IN_SCOPE") ?? "openid email",
    redirect_uri: `${appUrl()}/admin/console`,
    bearer: setting("SIGN_IN_BEARER") === "access_token" ? "access_token" : "id_token",
    ...(twoPeople() ? { two_people: true as const } : {}),
    ...providerNames(),
    counsel_languages: [...offeredLanguages()],
    cloudc_iam_host: iamHost(),
  };
}

function providerNames(): Pick<SignInConfig, "provider_names"> {
  const said = Object.entries({
    sourcehost: setting("SOURCEHOST_DISPLAY_NAME"),
    cloudb: setting("CLOUDB_DISPLAY_NAME"),
    cloudc: setting("CLOUDC_DISPLAY_NAME"),
  }).filter(([, name]) => name !== undefined);
  return said.length === 0 ? {} : { provider_names: Object.fromEntries(said) };
}

/** The origins the page calls to sign in: the issuer's, and any others that serve its tokens. */
export const signInOrigins = ({ issuer }: SignInConfig): string[] => [
  ...new Set(
    [issuer, ...(setting("SIGN_IN_ORIGINS") ?? "").split(" ").filter(Boolean)].map(
      (url) => new URL(url).origin,
    ),
  ),
];
