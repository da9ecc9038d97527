/**
 * Every error the service can return: stable code → HTTP status and title (RFC 9457). The set of
 * codes is closed; `shared/edge` maps a {@link DomainError} to problem+json from this table alone.
 */
export const errorTable = {
  validation_failed: { status: 400, title: "The request is not valid" },
  malformed_json: { status: 400, title: "The body is not JSON" },
  malformed_payload: { status: 400, title: "The payload is malformed" },
  missing_delivery_id: { status: 400, title: "The delivery has no id" },
  missing_account: { status: 400, title: "The event names no account" },
  tenant_mismatch: { status: 400, title: "Path and payload name different tenants" },
  signature_mismatch: { status: 401, title: "The signature does not match" },
  token_invalid: { status: 401, title: "The token is not valid" },
  forbidden: { status: 403, title: "Not allowed" },
  second_person_required: { status: 403, title: "A second person has to do this" },
  questions_not_allowed: { status: 403, title: "This room takes no questions" },
  repository_not_granted: { status: 403, title: "Another repository" },
  framework_not_granted: { status: 403, title: "The framework is not granted" },
  scope_missing: { status: 403, title: "The machine lacks the scope" },
  invalid_token: { status: 403, title: "This link is not valid" },
  unknown_tenant: { status: 403, title: "Unknown tenant" },
  account_mismatch: { status: 403, title: "The event comes from another account" },
  not_found: { status: 404, title: "Not found" },
  not_in_log: { status: 404, title: "Not in the evidence log" },
  not_acceptable: { status: 406, title: "The Accept header names nothing that is offered here" },
  method_not_allowed: { status: 405, title: "This method is not offered here" },
  key_exists: { status: 409, title: "This passkey is already enrolled" },
  review_unreadable: { status: 409, title: "The review request cannot be shown" },
  review_not_pending: { status: 409, title: "The review is no longer pending" },
  panel_not_open: { status: 409, title: "The panel is no longer open" },
  delegation_not_allowed: { status: 409, title: "The request may not be passed on" },
  review_not_viewed: { status: 409, title: "The review has not been opened yet" },
  review_not_decided: { status: 409, title: "The review is not decided" },
  already_requested: { status: 409, title: "The counsel has an open request for these rules" },
  already_answered: { status: 409, title: "The question is already answered" },
  machine_ambiguous: { status: 409, title: "One token could fit two machines" },
  already_decided: { status: 409, title: "The review is already decided" },
  identity_changed: { status: 409, title: "Counsel's identity has changed meanwhile" },
  conflict: { status: 409, title: "Changed by someone else in the meantime" },
  installation_already_connected: { status: 409, title: "The installation is already connected" },
  eventbus_connection_exists: { status: 409, title: "There is already an eventbus connection" },
  connection_exists: { status: 409, title: "This connection already exists" },
  reauthorization_not_applicable: {
    status: 409,
    title: "The connection has nothing to reauthorise",
  },
  redelivery_not_available: { status: 409, title: "The delivery cannot be redelivered" },
  eventbus_provisioned: { status: 409, title: "The event bus is still provisioned" },
  keypair_not_provisioned: { status: 409, title: "The issuer keypair is not provisioned" },
  rotation_overlap_active: { status: 409, title: "The last rotation's overlap has not ended" },
  secret_not_provisioned: { status: 409, title: "The secret is not provisioned" },
  secret_overridden: { status: 409, title: "A setting overrides the secret" },
  keyring_full: { status: 409, title: "The keyring is full" },
  secret_not_usable: { status: 409, title: "The stored secret cannot be used" },
  idp_app_object_id_missing: { status: 409, title: "IDP_APP_OBJECT_ID is not set" },
  idp_not_configured: { status: 409, title: "The identity provider is not configured" },
  eventbus_quota_exceeded: { status: 409, title: "The quota of event buses is exhausted" },
  eventbus_name_taken: { status: 409, title: "The event bus belongs to someone else" },
  eventbus_operation_active: { status: 409, title: "The event bus is being changed" },
  extractor_calls_forbidden: { status: 409, title: "Calls to models are forbidden" },
  extractor_budget_exhausted: { status: 409, title: "The month's extractor budget is spent" },
  preset_not_configured: { status: 409, title: "The preset is not configured" },
  review_expired: { status: 410, title: "The review request has expired" },
  review_cancelled: { status: 410, title: "The review request was cancelled" },
  panel_decided: { status: 410, title: "The panel has its result" },
  review_delegated: { status: 410, title: "The review request was passed on" },
  room_closed: { status: 410, title: "The room is closed" },
  invitation_ended: { status: 410, title: "The invitation was used, replaced or has expired" },
  payload_too_large: { status: 413, title: "The payload is too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  authorization_refused: { status: 422, title: "The provider refuses the authorisation" },
  invalid_private_key: { status: 422, title: "The private key cannot be used" },
  not_an_eventbus_connection: { status: 422, title: "The connection is not an event bus" },
  unknown_framework: { status: 422, title: "Unknown framework" },
  framework_superseded: { status: 422, title: "The framework is superseded" },
  unknown_counsel: { status: 422, title: "Unknown counsel" },
  unknown_rules: { status: 422, title: "Unknown rules" },
  laxer_than_policy: { status: 422, title: "Laxer than the policy" },
  repository_mismatch: { status: 422, title: "Name and id differ" },
  connection_ambiguous: { status: 422, title: "Several connections have it" },
  too_many_questions: { status: 422, title: "Too many questions" },
  too_many_systems: { status: 422, title: "Too many systems" },
  unknown_repository: { status: 422, title: "Unknown repository" },
  unknown_events: { status: 422, title: "Unknown events" },
  too_many_events: { status: 422, title: "The framework has too many events" },
  counsel_framework_mismatch: {
    status: 422,
    title: "The counsel is registered for another framework",
  },
  counsel_inactive: { status: 422, title: "The counsel is inactive" },
  counsel_unconfirmed: { status: 422, onLink: 403, title: "Nobody has confirmed the counsel" },
  counsel_is_admin: { status: 422, title: "The counsel has the address of whoever acts" },
  counsel_twice: { status: 422, title: "Two members of a panel have one e-mail address" },
  language_not_offered: { status: 422, title: "Counsel's pages are not offered in this language" },
  counsel_needs_key: { status: 422, title: "The counsel has no key to decide with" },
  expiry_not_later: { status: 422, title: "The new end is not later" },
  expiry_too_late: { status: 422, title: "The new end is too late" },
  delegate_is_counsel: { status: 422, title: "Counsel cannot pass a request on to themselves" },
  delegate_in_panel: { status: 422, title: "The delegate is in the panel already" },
  delegate_needs_key: { status: 422, title: "The delegate needs a key of their own" },
  mail_not_configured: { status: 422, title: "The platform has no mail sender" },
  manual_delivery_disabled: { status: 422, title: "Links go by mail only" },
  counsel_mail_stopped: { status: 422, title: "Mail to this counsel is stopped" },
  not_a_signed_certificate: { status: 422, title: "Not a signed certificate of this decision" },
  too_many_signed_certificates: { status: 422, title: "Too many signed certificates" },
  verdicts_contradict_decision: { status: 422, title: "A verdict contradicts the decision" },
  suggestion_unchanged: { status: 422, title: "The proposed words are the rule's own" },
  assertion_required: { status: 422, title: "Counsel's own key must sign the decision" },
  assertion_invalid: { status: 422, title: "The signature of counsel's own key is not valid" },
  key_invalid: { status: 422, title: "The passkey cannot be enrolled" },
  registration_not_applicable: { status: 422, title: "There is nothing to register" },
  nothing_to_confirm: { status: 422, title: "There is no class to confirm yet" },
  endpoint_blocked: { status: 422, title: "The endpoint's address is not allowed" },
  claim_reusable: { status: 422, title: "Somebody else could get these claims" },
  too_many_rules: { status: 422, title: "The evidence of so many rules is too large" },
  audience_not_yours: { status: 422, title: "The audience is not yours" },
  too_many_machines: { status: 422, title: "There are as many machines as there may be" },
  too_many_endpoints: { status: 422, title: "There are as many endpoints as there may be" },
  credential_required: { status: 422, title: "The credential must be sent again" },
  mock_not_allowed: { status: 422, title: "The mock provider is not allowed here" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Internal error" },
  counsel_review_secret_not_configured: {
    status: 503,
    title: "The counsel-review signing secret is not configured",
  },
  sourcehost_webhook_secret_not_configured: {
    status: 503,
    title: "The source-host webhook secret is not configured",
  },
  oidc_issuer_not_provisioned: { status: 503, title: "The token issuer has no key yet" },
  cloudb_eventbus_webhook_secret_not_configured: {
    status: 503,
    title: "The event bus's webhook secret is not configured",
  },
  cloudb_eventbus_not_configured: { status: 503, title: "The event bus is not configured" },
  clearance_key_not_provisioned: { status: 503, title: "Statements have no signing key yet" },
  issuer_unreachable: { status: 503, title: "The token's issuer cannot be reached" },
  state_differs: { status: 503, title: "What is stored is not what the signed rows say" },
  dependency_unavailable: { status: 503, title: "A dependency is unavailable" },
} as const satisfies Record<string, { status: number; onLink?: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/** The status of an error; behind counsel's links one differs: nothing can be mended there. */
export function statusOf(code: ErrorCode, access: string): number {
  const { status, onLink = status }: { status: number; onLink?: number } = errorTable[code];
  return access === "counsel" ? onLink : status;
}

/** One fault of a request: `path` in dotted form from body, query or path (`rules.0.title`). */
export interface FieldFault {
  path: string;
  message: string;
}

export interface ErrorExtras {
  /** All faults of the request. */
  errors?: readonly FieldFault[];
  /** Further members of the problem document (RFC 9457 extension members). */
  members?: Readonly<Record<string, unknown>>;
  /** Seconds after which a retry may succeed; becomes `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** A mistake by the caller or something the service lacks; the only error that use cases throw. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldFault[] | undefined;
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: string, extras: ErrorExtras = {}) {
    super(detail, { cause: extras.cause });
    this.name = "DomainError";
    this.code = code;
    this.errors = extras.errors;
    this.members = extras.members ?? {};
    this.retryAfter = extras.retryAfter;
  }
}

/** What was asked for is not there, or not for the caller to see. */
export const noSuch = (what: string): DomainError =>
  new DomainError("not_found", `There is no such ${what}.`);
