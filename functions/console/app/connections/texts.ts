import { countOf, numberOf } from "#shared/domain/text/text.ts";
import { connectionStates, runStates } from "../parts/connection-words.ts";
import { providerName } from "../parts/provider-names.ts";

type Outcome = "accepted" | "ignored" | "duplicate" | "rejected";

/** The texts of the connection screens. */
export const t = {
  title: "Connections",
  lead: "The environments in which AI systems are looked for.",
  connectFirst: "Connect the first one",
  empty: "Nothing is connected yet. Connect the first environment; each kind takes a few minutes.",
  emptyOfAll: "Nothing is connected yet. The admins of each organisation connect its environments.",
  noneFits: "No connection fits these filters.",
  columns: {
    name: "Name",
    tenant: "Tenant",
    status: "Status",
    lastRun: "Last run",
  },
  statuses: connectionStates,
  subtypes: {
    eventbus: "event bus",
    assume_role: "role",
    oauth_refresh: "refresh token",
    wif: "workload identity",
  },
  runStates,
  filterStatus: "Status",
  filterTenant: "Tenant",

  newTitle: "Connect an environment",
  kindLegend: "What do you want to connect?",
  kinds: {
    wif: [
      `${providerName("cloudc")} by workload identity`,
      "No secret is created. You set up a pool in your cloud, we sign in with our own token.",
    ],
    sourcehost: [
      providerName("sourcehost"),
      "You install our app; every push to a default branch is looked at.",
    ],
    eventbus: [
      `${providerName("cloudb")} event bus`,
      "Your account forwards its AI events to a bus that is yours alone.",
    ],
    assume_role: [
      `${providerName("cloudb")} by role`,
      "You create a read-only role; we assume it with an external id.",
    ],
    oauth_refresh: [
      `${providerName("cloudc")} by refresh token`,
      "The older way; workload identity is better where you can use it.",
    ],
  },
  fields: {
    display_name: ["Name", "As your colleagues will recognise it."],
    wif_audience: [
      "Audience",
      "//iam…/projects/<number>/locations/global/workloadIdentityPools/<pool>/providers/<provider>",
    ],
    service_account_email: ["Service account", "The read-only account that we impersonate."],
    project_ids: ["Projects, one a line"],
    installation_id: ["Installation id", "Digits, from the address of the app’s settings page."],
    remote_tenant_id: ["Account number", "12 digits."],
    refresh_token: ["Refresh token", "Stored as a secret and never shown again."],
    regions: ["Regions, one a line"],
    role_arn: [
      "ARN of the role",
      "If the role exists already; otherwise the onboarding shows how to create it.",
    ],
  },
  send: "Connect",
  first: "First, in your cloud",
  firstWords:
    "Run these commands in your own cloud before you connect it. They appear here, filled in, as soon as audience, service account and projects are.",
  noIssuer:
    "The platform’s issuer has no key yet, so that your cloud could not trust it: a platform admin provisions the key pair first (Setup).",

  tabs: { overview: "Overview", onboarding: "Onboarding", deliveries: "Deliveries", runs: "Runs" },
  facts: {
    kind: "Kind",
    status: "Status",
    created: "Created",
    waiting: "Not run yet",
    webhook: "Webhook address",
    account: "Remote account",
    installation: "Installation",
    bus: "Event bus",
    role: "Role",
    external: "External id",
    audience: "Audience",
    serviceAccount: "Service account",
    received: "Last delivery",
    day: "Deliveries in 24 hours",
    who: "Who can authorise it",
  },
  whoAuthorises: "An admin of the organisation, on this page: “Authorise again”.",
  nextTry: "Next try",
  outcomeCounts: ({ accepted, ignored, duplicate, rejected }: Record<Outcome, number>) =>
    `${numberOf(accepted)} accepted, ${numberOf(ignored)} ignored, ${numberOf(duplicate)} repeated, ${numberOf(rejected)} refused`,
  run: "Start a discovery run",
  rename: "Rename",
  remove: {
    label: "Disconnect",
    question: (name: string) => `Disconnect ${name}?`,
    words:
      "Nothing more is discovered there, and what was found is retired. Its runs stay readable.",
  },
  reauthorize: {
    label: "Authorise again",
    question: (name: string) => `Authorise ${name} again?`,
    words: "The provider is asked at once. Only if it agrees is anything changed.",
  },
  provision: {
    label: "Provision the bus",
    question: (name: string) => `Provision the event bus of ${name}?`,
    words:
      "A bus, a rule and the permission for this one account are made. It can be repeated at any time.",
  },
  deprovision: {
    label: "Remove the bus",
    question: (name: string) => `Remove the event bus of ${name}?`,
    words:
      "Events from this account are no longer taken. The connection stays and can be provisioned again.",
  },
  templates: {
    infrastructure_template: "Infrastructure template",
    access_policy_template: "Access policy template",
  },
  templatesHint: "The customer applies these in an account of theirs.",

  onboardingSteps: "Step by step",
  noOnboarding: "There is nothing left to do for this connection.",
  template: "Template",

  outcome: "Outcome",
  outcomes: {
    accepted: "Accepted",
    ignored: "Ignored",
    duplicate: "Repeated",
    rejected: "Refused",
    account_mismatch: "Refused",
  },
  outcomesAsked: {
    accepted: "Accepted",
    ignored: "Ignored",
    duplicate: "Repeated",
    refused: "Refused",
  },
  deliveryColumns: {
    received: "Received",
    event: "Event",
    outcome: "Outcome",
    reason: "Why",
    id: "Delivery",
    run: "Run",
    digest: "SHA-256 of the payload",
  },
  noDeliveries: "No delivery yet. The onboarding says how the first one gets here.",
  toOnboarding: "Go to the onboarding",
  receivedSince: "Received since",
  refusedListed: (most: number) =>
    `Anyone can send a delivery that is refused: at most ${most} a minute are listed for an organisation. The counts of 24 hours count each.`,
  noSuchDeliveries: "No delivery fits these filters.",
  redeliver: "Deliver again",
  redelivered: "The source host was asked to deliver it again.",
  noRuns: "No run yet. Start one to see what is there.",
  runColumns: {
    started: "Started",
    kind: "Kind",
    trigger: "Because",
    status: "Status",
    found: "Found",
    connection: "Connection",
  },
  runKinds: { full: "Everything", partial: "What changed", examination: "One commit" },
  triggers: {
    manual: "Somebody asked",
    schedule: "It was due",
    sourcehost_webhook: "A push",
    cloudb_eventbus: "An event",
  },
  systems: (n: number) => countOf(n, "artifact"),
  sharedReason: (n: number) =>
    n === 1 ? "The run shown here says" : `All ${n} runs shown here say`,
  goneConnection: "a connection that was removed",
  runOf: (connection: string) => `Run of ${connection}`,
  allRuns: "Discovery runs",
  allRunsLead: "The runs of every tenant, newest first.",
  runsOfTenant: "All runs of this organisation",
  noSuchRuns: "No run fits these filters.",
  deadLetter: "Given up after the last try",
  runTitle: "Discovery run",
  runsOfConnection: "All runs of this connection",
  coverage: "Coverage",
  coverageHint: "What could be listed, by project and kind.",
  project: "Project",
  coverageStates: { complete: "complete", partial: "partial", failed: "failed" },
  error: "What went wrong",
  remark: "What to know about this run",
  remarks: "Remarks",
  details: "As the API says it",
  errors: {
    no_extractor:
      "What was found could not be classified: neither your organisation nor the platform has an extractor. Choose one under Extractors, then start another run.",
  },
  noCoverage: "This run lists nothing; it took what was sent to it.",
} as const;
