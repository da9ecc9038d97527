/** The audience that the identity provider prescribes for token exchange. */
export const FEDERATION_AUDIENCE = "api://AzureADTokenExchange";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export type IdpPath = "federated" | "client_secret";

export type IdpCredential = { clientAssertion: string } | { clientSecret: string };

/** The form of a token request, with an assertion or the legacy secret. */
export const tokenForm = (clientId: string, scope: string, credential: IdpCredential) =>
  new URLSearchParams({
    client_id: clientId,
    scope,
    grant_type: "client_credentials",
    ...("clientAssertion" in credential
      ? {
          client_assertion_type: ASSERTION_TYPE,
          client_assertion: credential.clientAssertion,
        }
      : { client_secret: credential.clientSecret }),
  });

export type IdpFailureCode =
  | "no_matching_federated_record"
  | "invalid_assertion"
  | "assertion_expired"
  | "invalid_client_secret"
  | "idp_unreachable"
  | "idp_error";

/** The provider's error numbers with a known remedy. */
const causes: Readonly<Record<number, IdpFailureCode>> = {
  70021: "no_matching_federated_record",
  700211: "no_matching_federated_record",
  700212: "no_matching_federated_record",
  700213: "no_matching_federated_record",
  7000272: "invalid_assertion",
  700027: "invalid_assertion",
  50166: "invalid_assertion",
  700024: "assertion_expired",
  7000215: "invalid_client_secret",
  7000222: "invalid_client_secret",
};

/** The provider's response; a null status means that it was not reached. */
export interface IdpAnswer {
  status: number | null;
  body: unknown;
}

/**
 * The cause of a failed exchange. The provider's own text is not passed on, because it may echo the
 * request.
 */
export function failureOf({ status, body }: IdpAnswer): IdpFailureCode {
  if (status === null) return "idp_unreachable";
  const { error_codes, error_description } = Object(body) as Record<string, unknown>;
  const listed = Array.isArray(error_codes) ? error_codes : [];
  const text = typeof error_description === "string" ? error_description : "";
  const described = /\bAADSTS(\d+)/.exec(text)?.[1];
  const numbers = [...listed, described].filter((one) => ["number", "string"].includes(typeof one));
  const known = numbers.map((number) => causes[Number(number)]);
  return known.find((cause) => cause !== undefined) ?? "idp_error";
}

/** The access token in a token response; null if there is none. */
export function accessTokenOf({ status, body }: IdpAnswer): string | null {
  const { access_token } = Object(body) as Record<string, unknown>;
  return status === 200 && typeof access_token === "string" && access_token !== ""
    ? access_token
    : null;
}

/** What must be configured at the provider; matched exactly, including case. */
export interface FederatedCredential {
  issuer: string;
  subject: string;
  audience: string;
}

/** What to do about a failure. */
export function hintOf(code: IdpFailureCode, path: IdpPath, expected: FederatedCredential): string {
  switch (code) {
    case "no_matching_federated_record":
      return (
        `The app registration has no federated credential with issuer ${expected.issuer}, ` +
        `subject ${expected.subject} and audience ${expected.audience} (compared exactly, case ` +
        "included). A new one can take minutes to be found."
      );
    case "invalid_assertion":
      return (
        `The provider could not validate the assertion: ${expected.issuer}` +
        "/.well-known/openid-configuration and its jwks_uri must be reachable from the internet."
      );
    case "assertion_expired":
      return "The provider considers the assertion expired: one of the two clocks is wrong.";
    case "invalid_client_secret":
      return path === "federated"
        ? "The provider asked for a client secret: check IDP_CLIENT_ID and its credentials."
        : "The client secret is wrong or has expired; the service is on the legacy path. Enable federation, or renew the secret.";
    case "idp_unreachable":
      return "The provider's token endpoint could not be reached in time: check IDP_TOKEN_URL.";
    case "idp_error":
      return "The provider refused for another reason: look the request up in its sign-in log.";
  }
}
