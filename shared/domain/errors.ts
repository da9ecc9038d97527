/**
 * Every error the service can return: stable code → HTTP status and title (RFC 9457). The set of
 * codes is closed; `shared/edge` maps a {@link DomainError} to problem+json from this table alone.
 */
export const errorTable = {
  validation_failed: { status: 400, title: "The request is not valid" },
  malformed_json: { status: 400, title: "The body is not JSON" },
  malformed_payload: { status: 400, title: "The payload cannot be read" },
  missing_delivery_id: { status: 400, title: "The delivery carries no id" },
  missing_account: { status: 400, title: "The event does not name an account" },
  tenant_mismatch: { status: 400, title: "The address and the payload name different tenants" },
  signature_mismatch: { status: 401, title: "The signature does not match" },
  token_invalid: { status: 401, title: "The token is not valid" },
  forbidden: { status: 403, title: "You are not allowed to do this" },
  second_person_required: { status: 403, title: "A second person has to do this" },
  questions_not_allowed: { status: 403, title: "This room takes no questions" },
  repository_not_granted: { status: 403, title: "A machine may ask about its own repository only" },
  framework_not_granted: { status: 403, title: "This machine has no access to the framework" },
  scope_missing: { status: 403, title: "This machine's access does not cover the request" },
  invalid_token: { status: 403, title: "This link is not valid" },
  unknown_tenant: { status: 403, title: "This tenant does not exist" },
  account_mismatch: { status: 403, title: "The event comes from an account that is not connected" },
  not_found: { status: 404, title: "There is nothing here" },
  not_in_log: { status: 404, title: "The evidence log does not contain this" },
  not_acceptable: {
    status: 406,
    title: "None of the formats that the Accept header names is offered",
  },
  method_not_allowed: { status: 405, title: "This address does not accept this method" },
  key_exists: { status: 409, title: "This passkey is already enrolled" },
  review_unreadable: { status: 409, title: "The review request cannot be shown" },
  review_not_pending: { status: 409, title: "The review is no longer pending" },
  panel_not_open: { status: 409, title: "The panel is closed" },
  delegation_not_allowed: { status: 409, title: "This review request may not be passed on" },
  review_not_viewed: { status: 409, title: "The review has not been opened yet" },
  review_not_decided: { status: 409, title: "The review has not been decided yet" },
  already_requested: {
    status: 409,
    title: "This counsel has already been asked to review these rules",
  },
  already_answered: { status: 409, title: "The question has already been answered" },
  machine_ambiguous: {
    status: 409,
    title: "One token could belong to two machines: tell them apart by another claim",
  },
  already_decided: { status: 409, title: "The review has already been decided" },
  identity_changed: { status: 409, title: "Counsel's record has changed: load it again" },
  conflict: { status: 409, title: "Someone else changed this in the meantime: load it again" },
  installation_already_connected: { status: 409, title: "The installation is already connected" },
  eventbus_connection_exists: {
    status: 409,
    title: "The organisation already has an event-bus connection",
  },
  connection_exists: { status: 409, title: "This connection already exists" },
  reauthorization_not_applicable: {
    status: 409,
    title: "This kind of connection cannot be authorised again",
  },
  redelivery_not_available: { status: 409, title: "This delivery cannot be sent again" },
  eventbus_provisioned: { status: 409, title: "The event bus still exists: remove it first" },
  keypair_not_provisioned: {
    status: 409,
    title: "The issuer has no key pair yet: provision it first",
  },
  rotation_overlap_active: {
    status: 409,
    title: "The previous secret is still accepted: wait until that ends",
  },
  secret_not_provisioned: { status: 409, title: "There is no such secret yet: provision it first" },
  secret_overridden: {
    status: 409,
    title: "A setting replaces the stored secret: change the setting",
  },
  keyring_full: { status: 409, title: "The keyring has no room for another secret" },
  secret_not_usable: { status: 409, title: "The stored secret cannot be used" },
  idp_app_object_id_missing: { status: 409, title: "IDP_APP_OBJECT_ID is not set: set it first" },
  idp_not_configured: { status: 409, title: "The identity provider is not configured" },
  eventbus_quota_exceeded: {
    status: 409,
    title: "The platform's account cannot have another event bus",
  },
  eventbus_name_taken: { status: 409, title: "An event bus of this name belongs to someone else" },
  eventbus_operation_active: {
    status: 409,
    title: "Someone is changing the event bus: try again shortly",
  },
  extractor_calls_forbidden: {
    status: 409,
    title: "The organisation does not allow calls to models",
  },
  extractor_budget_exhausted: { status: 409, title: "This month's budget for extractors is spent" },
  preset_not_configured: { status: 409, title: "This extractor is not set up here" },
  review_expired: { status: 410, title: "The review request has expired" },
  review_cancelled: { status: 410, title: "The review request was cancelled" },
  panel_decided: { status: 410, title: "The panel has already reached its result" },
  review_delegated: { status: 410, title: "This review request was passed on to someone else" },
  room_closed: { status: 410, title: "The room is closed" },
  invitation_ended: {
    status: 410,
    title: "The invitation has been used or replaced, or has expired",
  },
  payload_too_large: { status: 413, title: "The payload is too large" },
  unsupported_media_type: { status: 415, title: "The body has a type that is not accepted here" },
  authorization_refused: { status: 422, title: "The provider refused the authorisation" },
  invalid_private_key: { status: 422, title: "The private key cannot be used" },
  not_an_eventbus_connection: { status: 422, title: "The connection is not an event bus" },
  unknown_framework: { status: 422, title: "There is no such framework" },
  framework_superseded: { status: 422, title: "The framework has been replaced by another" },
  unknown_counsel: { status: 422, title: "There is no such counsel" },
  unknown_rules: { status: 422, title: "The framework does not contain all of these rules" },
  laxer_than_policy: { status: 422, title: "The organisation's policy asks for more" },
  repository_mismatch: {
    status: 422,
    title: "The repository's name and id belong to different repositories",
  },
  connection_ambiguous: {
    status: 422,
    title: "Several connections have this repository: name one of them",
  },
  too_many_questions: { status: 422, title: "No more questions can be asked here" },
  too_many_systems: {
    status: 422,
    title: "The repository has more systems than one answer can cover",
  },
  unknown_repository: { status: 422, title: "No run has found this repository" },
  unknown_events: { status: 422, title: "There are no such events" },
  too_many_events: { status: 422, title: "The framework has no room for another event" },
  counsel_framework_mismatch: {
    status: 422,
    title: "This counsel is registered for another framework",
  },
  counsel_inactive: { status: 422, title: "This counsel is no longer active" },
  counsel_unconfirmed: {
    status: 422,
    onLink: 403,
    title: "No second person has confirmed who this counsel is",
  },
  counsel_is_admin: { status: 422, title: "This counsel has the e-mail address of an admin" },
  counsel_twice: { status: 422, title: "Two members of a panel have one e-mail address" },
  language_not_offered: { status: 422, title: "Counsel's pages are not offered in this language" },
  counsel_needs_key: { status: 422, title: "This counsel needs a passkey to decide, and has none" },
  expiry_not_later: { status: 422, title: "The new deadline is not later than the present one" },
  expiry_too_late: { status: 422, title: "The new deadline is too far away" },
  delegate_is_counsel: { status: 422, title: "You cannot pass a request on to yourself" },
  delegate_in_panel: { status: 422, title: "This person already sits in the panel" },
  delegate_needs_key: { status: 422, title: "The person you name needs a passkey of their own" },
  mail_not_configured: { status: 422, title: "No sender address is set for mail" },
  manual_delivery_disabled: { status: 422, title: "Links are sent by mail only" },
  counsel_mail_stopped: { status: 422, title: "No mail is sent to this counsel" },
  not_a_signed_certificate: {
    status: 422,
    title: "This is not a signed certificate of this decision",
  },
  too_many_signed_certificates: {
    status: 422,
    title: "This review has as many signed certificates as can be kept",
  },
  verdicts_contradict_decision: { status: 422, title: "A verdict contradicts the decision" },
  suggestion_unchanged: {
    status: 422,
    title: "The proposed words are the ones the rule has already",
  },
  assertion_required: {
    status: 422,
    title: "This decision must be signed with counsel's own passkey",
  },
  assertion_invalid: { status: 422, title: "The passkey's signature is not valid" },
  key_invalid: { status: 422, title: "The passkey cannot be enrolled" },
  registration_not_applicable: { status: 422, title: "This system does not have to be registered" },
  nothing_to_confirm: { status: 422, title: "There is no class to confirm yet" },
  endpoint_blocked: { status: 422, title: "This address cannot be called from here" },
  claim_reusable: { status: 422, title: "These claims do not identify one repository for good" },
  too_many_rules: {
    status: 422,
    title: "The evidence of this many rules does not fit into one answer",
  },
  audience_not_yours: { status: 422, title: "This audience is not the one of your machines" },
  too_many_machines: {
    status: 422,
    title: "The number of machines has reached its limit: remove one first",
  },
  too_many_endpoints: {
    status: 422,
    title: "The number of webhook endpoints has reached its limit: delete one first",
  },
  credential_required: { status: 422, title: "The credential must be sent again" },
  mock_not_allowed: { status: 422, title: "The mock provider works only in local and test stages" },
  rate_limited: { status: 429, title: "Too many requests: wait a moment" },
  internal_error: { status: 500, title: "Something went wrong here" },
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
  clearance_key_not_provisioned: { status: 503, title: "There is no key to sign statements with" },
  issuer_unreachable: { status: 503, title: "The token's issuer does not answer" },
  state_differs: { status: 503, title: "The stored data does not match what was signed" },
  dependency_unavailable: { status: 503, title: "A service that this needs is not available" },
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
