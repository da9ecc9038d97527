import type { UpstreamStage } from "#shared/domain/discovery/upstream.ts";
import type { Fault } from "./authorization.ts";

const RATE_LIMIT = "The provider's rate limit is exhausted; the run is retried later.";
const OWN_CLIENT =
  "The provider refuses the platform's own client: check CLOUDC_OAUTH_CLIENT_ID and CLOUDC_OAUTH_CLIENT_SECRET.";
const OWN_ROLE = "The platform's own credentials are refused: check the worker's role.";
const OWN_SESSION = "The platform's own session ended; the next run has a new one.";
const ACTIVATE = "Activate the service in the account, or remove the region from the connection.";

/** What to do about an upstream's error code, at any stage. */
const byCode: ReadonlyMap<string, string> = new Map(
  Object.entries({
    invalid_grant: "Check the trust on the customer's side, then reauthorize.",
    invalid_client: OWN_CLIENT,
    deleted_client: OWN_CLIENT,
    disabled_client: OWN_CLIENT,
    unauthorized_client:
      "The refresh token is another client's: obtain one for CLOUDC_OAUTH_CLIENT_ID, then reauthorize.",
    cloudc_oauth_client_secret_not_configured:
      "Set CLOUDC_OAUTH_CLIENT_ID and CLOUDC_OAUTH_CLIENT_SECRET of the platform.",
    issuer_unreachable:
      "The provider cannot read the platform's keys: have a platform admin check OIDC_ISSUER_URL, then run again.",
    refresh_token_missing: "Reauthorize the connection with a new refresh token.",
    oidc_issuer_not_provisioned: "Have a platform admin provision the issuer's keypair.",
    sourcehost_app_not_configured:
      "Have a platform admin set SOURCEHOST_APP_ID and the app's private key.",
    role_arn_missing:
      "Create the role from the template of the onboarding page, then reauthorize with its ARN.",
    regions_missing: "Delete the connection and connect the account again, with its regions.",
    AccessDenied:
      "Compare the role's trust policy (account, external id) with the onboarding template.",
    AccessDeniedException:
      "Update the role from the onboarding template, and look for a policy that denies the call.",
    InvalidClientTokenId: OWN_ROLE,
    IncompleteSignature: OWN_ROLE,
    ExpiredToken: OWN_SESSION,
    ExpiredTokenException: OWN_SESSION,
    RequestExpired: "The request came too late: check the platform's clock, and run again.",
    Throttling: RATE_LIMIT,
    ThrottlingException: RATE_LIMIT,
    RequestLimitExceeded: RATE_LIMIT,
    OptInRequired: ACTIVATE,
    SubscriptionRequiredException: ACTIVATE,
    UnrecognizedClientException:
      "Enable the region in the account, or remove it from the connection.",
    RegionDisabledException: "Enable STS in the platform's region.",
    SignatureDoesNotMatch: OWN_ROLE,
    rate_limited: RATE_LIMIT,
    RATE_LIMIT_EXCEEDED: RATE_LIMIT,
    RESOURCE_EXHAUSTED: RATE_LIMIT,
    SERVICE_DISABLED: "Enable the API in the project, or remove the project from the connection.",
    IAM_PERMISSION_DENIED: "Grant the roles that the onboarding page names.",
    PERMISSION_DENIED: "Grant the roles that the onboarding page names.",
    CONSUMER_INVALID: "Check that the project still exists, or remove it from the connection.",
    BILLING_DISABLED: "Enable billing for the project, or remove it from the connection.",
    ACCESS_TOKEN_SCOPE_INSUFFICIENT:
      "Obtain a refresh token with the scope cloud-platform, then reauthorize with it.",
    SECURITY_POLICY_VIOLATED:
      "A service perimeter of the customer's blocks the platform: admit it, or remove the project.",
    list_changed: "Nothing to do: the next run reads the list again and retires what is gone.",
    tree_truncated:
      "The tree is too large to be read in full; the files nearest to its root were read.",
    too_many_projects:
      "The refresh token sees more than 500 projects: name those to be read in the connection's project_ids.",
    project_not_listed:
      "The refresh token no longer sees this project: give it access again. If the project is gone, name those to be read in the connection's project_ids.",
    unreadable_config:
      "A configuration of MCP servers in this repository is not JSON, or too large: mend it, and run again.",
    too_many_files:
      "This repository has more than 100 manifests, or more than 25 configurations or compose files; those nearest to its root were read. Split it, and run again.",
    too_many_artifacts:
      "This repository has more than 300 MCP servers, agents or model files, or their names are too long to be kept; the first of each kind are listed. Split it, and run again.",
    endless_paging:
      "The provider's list did not end, and was read in part: run again; if the problem persists, check the provider's status page.",
    file_too_large:
      "A manifest or compose file in this repository is larger than 400 kB: split it, and run again.",
    connection_deleted: "Connect the environment again if it should be discovered.",
    unreachable:
      "Try again or wait for the next run; if the problem persists, check the provider's status page.",
    timeout: "No response arrived in time: try again or wait for the next run.",
    response_too_large: "The response was too large to be read; narrow what the connection covers.",
    malformed_response: "Check the address: the response is not the provider's.",
    recorded_from_pushes: "Have a platform admin set SOURCEHOST_APP_ID and the app's private key.",
    recorded_from_events:
      "Add a connection by role for the same account, so that everything is listed.",
    worker_lost: "Start the run again; if that does not help, check the worker's log.",
    internal_error: "Start the run again; if that does not help, give the operator its id.",
    extractor_budget_exhausted:
      "Raise the tenant's extractor budget, or wait for the next month (UTC): what was left is taken up first.",
    no_extractor: "Choose an extractor in the tenant's settings, or set a platform default.",
    installation_unconfirmed:
      "Have the source host deliver an event to the connection's webhook URL.",
  }),
);

/** What to do about a code that means something different at each stage. */
const byStageAndCode: ReadonlyMap<string, string> = new Map([
  [
    "sts invalid_grant",
    "Compare audience, issuer and subject with the workload identity provider on the onboarding page, then reauthorize.",
  ],
  [
    "refresh invalid_grant",
    "The refresh token was revoked or has expired: obtain a new one, then reauthorize with it.",
  ],
]);

/** What to do about a fault without a known code, by stage and status. */
const byStatus: ReadonlyMap<string, string> = new Map([
  [
    "installation 401",
    "The source host refuses the platform's own app: check SOURCEHOST_APP_ID and the app's private key.",
  ],
  ["installation 403", "The installation is suspended: unsuspend it at the source host."],
  ["enumerate 451", "The source host blocks it for legal reasons: nothing can be read."],
]);

/** What to do about a failed stage where neither code nor status says more. */
const byStage: Record<UpstreamStage, string> = {
  sts: "Compare audience, issuer and subject with the workload identity provider on the onboarding page.",
  impersonation:
    "Let the federated principal impersonate the service account (workload identity user role).",
  refresh: "Obtain a new refresh token and reauthorize the connection.",
  role: "Compare the role's trust policy with the onboarding template.",
  installation: "Check the app's installation at the source host; install it again if it is gone.",
  enumerate: "Check that what is listed exists and that the connection may read it.",
};

/** What to do about a fault: by stage and code, else code, else status, else stage. Never empty. */
export function hintFor({ stage, code, http_status }: Fault): string {
  const own =
    typeof code === "string"
      ? (byStageAndCode.get(`${stage} ${code}`) ?? byCode.get(code))
      : undefined;
  if (own !== undefined) return own;
  if (http_status === 429) return RATE_LIMIT;
  if (typeof http_status === "number" && http_status >= 500) {
    return "The provider is failing; the run is retried. If the problem persists, check its status page.";
  }
  const stages = new Map(Object.entries(byStage));
  const ofStage =
    typeof stage === "string"
      ? (byStatus.get(`${stage} ${http_status}`) ?? stages.get(stage))
      : undefined;
  return ofStage ?? "Read the provider's message, then check the connection's onboarding page.";
}
