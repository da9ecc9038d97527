/**
 * Every error the service can return: HTTP status → stable code → title (RFC 9457). The set of
 * codes is closed; `shared/edge` maps a {@link DomainError} to problem+json from this table alone.
 */
const errorTable = {
  400: {
    validation_failed: "The request is not valid",
    malformed_json: "The body is not JSON",
    malformed_payload: "The payload cannot be read",
    missing_delivery_id: "The delivery carries no id",
    missing_account: "The event does not name an account",
    tenant_mismatch: "The address and the payload name different tenants",
  },
  401: {
    signature_mismatch: "The signature does not match",
    token_invalid: "The token is not valid",
  },
  403: {
    forbidden: "You are not allowed to do this",
    second_person_required: "A second person has to do this",
    questions_not_allowed: "This room takes no questions",
    repository_not_granted: "A machine may ask about its own repository only",
    framework_not_granted: "This machine has no access to the framework",
    scope_missing: "This machine's access does not cover the request",
    invalid_token: "This link is not valid",
    unknown_tenant: "This tenant does not exist",
    account_mismatch: "The event comes from an account that is not connected",
  },
  404: {
    not_found: "There is nothing here",
    not_in_log: "The evidence log does not contain this",
  },
  405: {
    method_not_allowed: "This address does not accept this method",
  },
  406: {
    not_acceptable: "None of the formats that the Accept header names is offered",
  },
  409: {
    key_exists: "This passkey is already enrolled",
    review_unreadable: "The review request cannot be shown",
    review_not_pending: "The review is no longer pending",
    panel_not_open: "The panel is closed",
    delegation_not_allowed: "This review request may not be passed on",
    review_not_viewed: "The review has not been opened yet",
    review_not_decided: "The review has not been decided yet",
    already_requested: "This counsel has already been asked to review these rules",
    already_answered: "The question has already been answered",
    machine_ambiguous: "One token could belong to two machines: tell them apart by another claim",
    already_decided: "The review has already been decided",
    identity_changed: "Counsel's record has changed: load it again",
    conflict: "Someone else changed this in the meantime: load it again",
    installation_already_connected: "The installation is already connected",
    eventbus_connection_exists: "The organisation already has an event-bus connection",
    connection_exists: "This connection already exists",
    reauthorization_not_applicable: "This kind of connection cannot be authorised again",
    redelivery_not_available: "This delivery cannot be sent again",
    eventbus_provisioned: "The event bus still exists: remove it first",
    keypair_not_provisioned: "The issuer has no key pair yet: provision it first",
    rotation_overlap_active: "The previous secret is still accepted: wait until that ends",
    secret_not_provisioned: "There is no such secret yet: provision it first",
    secret_overridden: "A setting replaces the stored secret: change the setting",
    keyring_full: "The keyring has no room for another secret",
    secret_not_usable: "The stored secret cannot be used",
    idp_app_object_id_missing: "IDP_APP_OBJECT_ID is not set: set it first",
    idp_not_configured: "The identity provider is not configured",
    eventbus_quota_exceeded: "The platform's account cannot have another event bus",
    eventbus_name_taken: "An event bus of this name belongs to someone else",
    eventbus_operation_active: "Someone is changing the event bus: try again shortly",
    extractor_calls_forbidden: "The organisation does not allow calls to models",
    extractor_budget_exhausted: "This month's budget for extractors is spent",
    preset_not_configured: "This extractor is not set up here",
  },
  410: {
    review_expired: "The review request has expired",
    review_cancelled: "The review request was cancelled",
    panel_decided: "The panel has already reached its result",
    review_delegated: "This review request was passed on to someone else",
    room_closed: "The room is closed",
    invitation_ended: "The invitation has been used or replaced, or has expired",
  },
  413: {
    payload_too_large: "The payload is too large",
  },
  415: {
    unsupported_media_type: "The body has a type that is not accepted here",
  },
  422: {
    authorization_refused: "The provider refused the authorisation",
    invalid_private_key: "The private key cannot be used",
    not_an_eventbus_connection: "The connection is not an event bus",
    unknown_framework: "There is no such framework",
    framework_superseded: "The framework has been replaced by another",
    unknown_counsel: "There is no such counsel",
    unknown_rules: "The framework does not contain all of these rules",
    laxer_than_policy: "The organisation's policy asks for more",
    repository_mismatch: "The repository's name and id belong to different repositories",
    connection_ambiguous: "Several connections have this repository: name one of them",
    too_many_questions: "No more questions can be asked here",
    too_many_systems: "The repository has more systems than one answer can cover",
    unknown_repository: "No run has found this repository",
    unknown_events: "There are no such events",
    too_many_events: "The framework has no room for another event",
    counsel_framework_mismatch: "This counsel is registered for another framework",
    counsel_inactive: "This counsel is no longer active",
    counsel_unconfirmed: "No second person has confirmed who this counsel is",
    counsel_is_admin: "This counsel has the e-mail address of an admin",
    counsel_twice: "Two members of a panel have one e-mail address",
    language_not_offered: "Counsel's pages are not offered in this language",
    counsel_needs_key: "This counsel needs a passkey to decide, and has none",
    expiry_not_later: "The new deadline is not later than the present one",
    expiry_too_late: "The new deadline is too far away",
    delegate_is_counsel: "You cannot pass a request on to yourself",
    delegate_in_panel: "This person already sits in the panel",
    delegate_needs_key: "The person you name needs a passkey of their own",
    mail_not_configured: "No sender address is set for mail",
    manual_delivery_disabled: "Links are sent by mail only",
    counsel_mail_stopped: "No mail is sent to this counsel",
    not_a_signed_certificate: "This is not a signed certificate of this decision",
    too_many_signed_certificates: "This review has as many signed certificates as can be kept",
    verdicts_contradict_decision: "A verdict contradicts the decision",
    suggestion_unchanged: "The proposed words are the ones the rule has already",
    assertion_required: "This decision must be signed with counsel's own passkey",
    assertion_invalid: "The passkey's signature is not valid",
    key_invalid: "The passkey cannot be enrolled",
    registration_not_applicable: "This system does not have to be registered",
    nothing_to_confirm: "There is no class to confirm yet",
    endpoint_blocked: "This address cannot be called from here",
    claim_reusable: "These claims do not identify one repository for good",
    too_many_rules: "The evidence of this many rules does not fit into one answer",
    audience_not_yours: "This audience is not the one of your machines",
    too_many_machines: "The number of machines has reached its limit: remove one first",
    too_many_endpoints: "The number of webhook endpoints has reached its limit: delete one first",
    credential_required: "The entry needs its own credential",
    mock_not_allowed: "The mock provider works only in local and test stages",
  },
  429: {
    rate_limited: "Too many requests: wait a moment",
  },
  500: {
    internal_error: "Something went wrong here",
  },
  503: {
    counsel_review_secret_not_configured: "The counsel-review signing secret is not configured",
    sourcehost_webhook_secret_not_configured: "The source-host webhook secret is not configured",
    oidc_issuer_not_provisioned: "The token issuer has no key yet",
    cloudb_eventbus_webhook_secret_not_configured:
      "The event bus's webhook secret is not configured",
    cloudb_eventbus_not_configured: "The event bus is not configured",
    clearance_key_not_provisioned: "There is no key to sign statements with",
    issuer_unreachable: "The token's issuer does not answer",
    state_differs: "The stored data does not match what was signed",
    dependency_unavailable: "A service that this needs is not available",
  },
} as const satisfies Record<number, Readonly<Record<string, string>>>;

type ErrorTable = typeof errorTable;

export type ErrorCode = {
  [Status in keyof ErrorTable]: keyof ErrorTable[Status];
}[keyof ErrorTable];

export const errorCodes = () =>
  Object.values(errorTable).flatMap(Object.keys) as readonly ErrorCode[];

/** Behind counsel's links this error has another status, because counsel cannot mend it there. */
const onLink: Partial<Record<ErrorCode, number>> = { counsel_unconfirmed: 403 };

function kindOf(code: ErrorCode): { status: number; title: string } {
  for (const [status, titles] of Object.entries<Record<string, string>>(errorTable)) {
    const title = titles[code];
    if (title !== undefined) return { status: Number(status), title };
  }
  throw new Error(`${code} is in no table of errors.`);
}

export const titleOf = (code: ErrorCode): string => kindOf(code).title;

export const statusOf = (code: ErrorCode, access: string): number =>
  (access === "counsel" ? onLink[code] : undefined) ?? kindOf(code).status;

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

/** The requested thing does not exist, or the caller may not see it. */
export const noSuch = (what: string): DomainError =>
  new DomainError("not_found", `There is no such ${what}.`);
