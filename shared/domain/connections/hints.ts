import type { Stage } from "#shared/domain/discovery/upstream.ts";
import type { Fault } from "./authorization.ts";

/** What to do about an upstream's code, whichever step answered it. */
const byCode: ReadonlyMap<string, string> = new Map(
  Object.entries({
    invalid_grant:
      "The provider no longer accepts this authorisation. Check the trust set up on the customer's side, or obtain a new refresh token, then reauthorize.",
    invalid_client:
      "The platform's own client is refused: check CLOUDC_OAUTH_CLIENT_ID and CLOUDC_OAUTH_CLIENT_SECRET.",
    cloudc_oauth_client_secret_not_configured:
      "Set CLOUDC_OAUTH_CLIENT_ID and CLOUDC_OAUTH_CLIENT_SECRET of the platform.",
    refresh_token_missing: "Reauthorize the connection with a new refresh token.",
    oidc_issuer_not_provisioned: "Have a platform admin provision the issuer's keypair.",
    sourcehost_app_not_configured:
      "Have a platform admin set SOURCEHOST_APP_ID and the app's private key.",
    role_arn_missing:
      "Create the role from the template of the onboarding page, then reauthorize with its ARN.",
    AccessDenied:
      "The role does not let the platform assume it: compare its trust policy (account, external id) with the onboarding template.",
    InvalidClientTokenId:
      "The platform's own credentials are refused; this concerns no connection.",
    SignatureDoesNotMatch:
      "The platform's own credentials are refused; this concerns no connection.",
    ExpiredToken: "The platform's own credentials have expired; the next run takes new ones.",
    RegionDisabledException: "Activate STS in that region, or leave the region out.",
    SERVICE_DISABLED: "Enable the API in the project, or take the project out of the connection.",
    IAM_PERMISSION_DENIED:
      "Grant the service account the viewer roles that the onboarding page names.",
    PERMISSION_DENIED:
      "Grant what the onboarding page names: viewer roles for listings, workload identity user for impersonation.",
    CONSUMER_INVALID: "The project does not exist or is shut down: take it out of the connection.",
    NOT_FOUND:
      "What the connection names is not there any more: compare it with the onboarding page.",
    unreachable:
      "The address could not be reached; it is tried again. If it lasts, look at the provider's status page.",
    timeout: "No answer came in time; it is tried again.",
    aborted: "Cut off by the platform; the next run goes on.",
    response_too_large: "The answer was larger than is read; narrow what the connection covers.",
    malformed_response: "What answered does not speak the provider's protocol: check the address.",
    recorded_from_pushes:
      "Have a platform admin set SOURCEHOST_APP_ID and the app's private key, so that everything is listed.",
    recorded_from_events:
      "Add an assume_role connection for the same account, so that everything is listed.",
    connection_deleted: "Nothing: the connection is gone.",
    discovery_not_supported: "Nothing: this kind of connection has no such discovery.",
    worker_lost: "Start the run again; if it happens again, look at the worker's log.",
    internal_error: "Start the run again; if it happens again, give the run's id to the operator.",
    no_extractor: "Choose an extractor in the tenant's settings, or set a platform default.",
    installation_unconfirmed:
      "Let the source host deliver an event to the connection's webhook URL, so that the installation is known to be yours.",
  }),
);

/** What to do about a step that failed with a code that says nothing by itself. */
const byStage: Record<Stage, string> = {
  sts: "Compare audience, issuer and subject with the workload identity provider on the onboarding page.",
  impersonation:
    "Let the federated principal impersonate the service account (workload identity user role).",
  refresh: "Obtain a new refresh token and reauthorize the connection.",
  role: "Compare the role's trust policy with the onboarding template.",
  installation:
    "Look at the app's installation at the source host; install it again if it is gone.",
  enumerate: "Check that what is listed exists and that the connection may read it.",
};

/** What to do about a fault; every code of an upstream has one. */
export function hintFor({ stage, code, http_status }: Fault): string {
  const own = typeof code === "string" ? byCode.get(code) : undefined;
  if (own !== undefined) return own;
  if (http_status === 429) return "The provider's rate limit is used up; it is tried again later.";
  if (typeof http_status === "number" && http_status >= 500) {
    return "The provider has a fault; it is tried again. If it lasts, look at its status page.";
  }
  const stages = new Map(Object.entries(byStage));
  const ofStage = typeof stage === "string" ? stages.get(stage) : undefined;
  return ofStage ?? "Look at the upstream's words, then at the connection's onboarding page.";
}
