import { jobs } from "#shared/routes/contract/jobs.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

/*
 * The log lines that CloudWatch counts in addition to the embedded metrics of requests and jobs, and
 * the alarm on each count, as data. The stacks create metric filters and alarms from it, and a test
 * verifies that a real run writes such lines.
 */

/** Field → its text; a `*` at the beginning or end matches anything. */
type Fields = Readonly<Record<string, string>>;

export interface MetricFilter {
  metricName: string;
  /** The functions whose log groups contain the lines; absent: they are in the API's access log. */
  operations?: readonly string[];
  /** A line counts if it has all of these fields, ... */
  every?: Fields;
  /** ... all fields of at least one of these sets, ... */
  anyOf?: readonly Fields[];
  /** ... and none of these. */
  noneOf?: readonly Fields[];
  /** The field that holds the metric's value; absent: each line counts as 1. */
  valueField?: string;
  /** Its text, and the five-minute value that fires it; absent: another alarm uses the metric. */
  alarm?: { says: string; from: number; isUrgent?: true };
}

/**
 * The classes of requests whose failures a runbook tells apart, by their keys in the access log.
 * All others are the class "rest".
 */
const requestClasses = {
  counsel: ["GET /counsel/*", "POST /counsel/*", "PUT /counsel/*"],
  evidence: [
    "GET /evidence/*",
    "*/evidence",
    "*/coverage",
    "*/bundle",
    "*{id}/certificate.pdf",
    "*{id}/signed-certificate",
    "*/signed-certificates",
    "*/signed-certificates/{sha256}",
    "POST /admin/signatures/verify",
    "GET /room/*",
    "HEAD /room/*",
    "POST /room/*",
  ],
  receivers: ["POST /webhooks/*"],
};

/** The functions that check a link: those that it opens, and the job that ends links. */
const linkReaders = [
  ...allRoutes.filter(({ path }) => path.startsWith("/counsel/review/{token}")).map(({ id }) => id),
  "expireReviews",
  "extendReview",
];

/**
 * The functions that check stored state against the signed rows before they vouch for it or use it.
 * Those with names of their own below leave out what differs, and answer without that error.
 */
const restingOnRows = [
  ...allRoutes.filter(({ errors }) => errors?.includes("state_differs")).map(({ id }) => id),
  ...["putSignedCertificate", "receiveMailEvents", "runCourier", "expireReviews"],
];

const routes = (keys: readonly string[]): readonly Fields[] => keys.map((route) => ({ route }));

/** The caller sees Lambda's own errors, crashes and timeouts as 5xx, too. */
const failing = { status: "5*" };

/** The function itself reports that a dependency is down or something is not set up. */
const unavailable: Fields = { integration_status: "503" };

const find = 'the query "Which function fails?" in docs/alarms.md finds the function.';

/** Failures, one metric per class. Counsel's pages and evidence must answer, whoever is at fault. */
const errors: readonly MetricFilter[] = [
  {
    metricName: "Errors-counsel",
    every: failing,
    anyOf: routes(requestClasses.counsel),
    alarm: { says: `Counsel's pages fail: ${find}`, from: 1 },
  },
  {
    metricName: "Errors-evidence",
    every: failing,
    anyOf: routes(requestClasses.evidence),
    alarm: { says: `Evidence, its log or a regulator's room fails: ${find}`, from: 1 },
  },
  {
    metricName: "Errors-receivers",
    every: failing,
    anyOf: routes(requestClasses.receivers),
    noneOf: [unavailable],
    alarm: {
      says: `The service fails to accept webhooks; their senders send them again: ${find}`,
      from: 1,
    },
  },
  {
    metricName: "Errors-rest",
    every: failing,
    noneOf: [unavailable, ...routes(Object.values(requestClasses).flat())],
    alarm: { says: `Other requests fail: ${find}`, from: 1 },
  },
  {
    metricName: "Errors-jobs",
    operations: Object.keys(jobs),
    every: { type: "platform.report" },
    anyOf: ["error", "failure", "timeout"].map((status) => ({ "record.status": status })),
    alarm: { says: `A job fails; AWS tries an event twice more: ${find}`, from: 1 },
  },
];

/** The total that a service level is a share of. */
const answered: readonly MetricFilter[] = [
  { metricName: "Requests-counsel", anyOf: routes(requestClasses.counsel) },
  { metricName: "Requests-evidence", anyOf: routes(requestClasses.evidence) },
];

const ofSequencer = { operations: ["sequenceLog"] };
const ofCourier = { operations: ["runCourier"] };

/** The courier runs every minute. A slow endpoint may take up a few of its runs. */
const WEBHOOK_SECONDS = 900;

/** A row may wait for two minutes. After three minutes, somebody should look. */
const ROW_SECONDS = 180;

export const metricFilters: readonly MetricFilter[] = [
  ...errors,
  ...answered,
  // Throttled requests reach no function.
  { metricName: "Throttled429", every: { status: "429" } },
  {
    metricName: "SignatureRejections",
    operations: allRoutes.filter(({ access }) => access === "signed").map(({ id }) => id),
    every: { code: "signature_mismatch" },
    alarm: {
      says: "Webhooks arrive with invalid signatures: a sender missed a rotation, or somebody forges them.",
      from: 10,
    },
  },
  {
    metricName: "ConnectionsRefused",
    operations: ["discoveryWorker"],
    every: { event: "connection_status", status: "needs_reauthorization" },
    alarm: {
      says: "A connection needs to be authorised again: GET /admin/connections?status=needs_reauthorization names it.",
      from: 1,
    },
  },
  {
    ...ofCourier,
    metricName: "WebhookEndpointsDisabled",
    every: { event: "webhook_endpoint_disabled" },
    alarm: {
      says: "The service switched off a webhook endpoint: it answered 410, or every attempt in 76 hours failed.",
      from: 1,
    },
  },
  {
    ...ofCourier,
    metricName: "WebhooksOldestWaiting",
    every: { event: "webhooks_run" },
    valueField: "oldest_waiting_seconds",
    alarm: {
      says: `A webhook that is due has waited more than ${WEBHOOK_SECONDS} s: does runCourier run?`,
      from: WEBHOOK_SECONDS,
    },
  },
  {
    operations: ["checkAuditFeed"],
    metricName: "AuditFeedLate",
    every: { event: "audit_feed_late" },
    alarm: {
      says: "An audit row was added to a part of the feed that collectors had already read: they may have missed it.",
      from: 1,
    },
  },
  // An alarm is urgent if evidence may have been lost, doubled or written by somebody else.
  {
    ...ofSequencer,
    metricName: "LogOldestWaiting",
    every: { event: "evidence_log.sequenced" },
    valueField: "oldest_waiting_seconds",
    alarm: {
      says: `An audit row has waited more than ${ROW_SECONDS} s for its leaf in the evidence log.`,
      from: ROW_SECONDS,
      isUrgent: true,
    },
  },
  {
    ...ofSequencer,
    metricName: "LogAnchorFailed",
    anyOf: [{ event: "evidence_log.anchor_failed" }, { event: "evidence_log.anchor_differs" }],
    alarm: {
      says: "A checkpoint could not be anchored, differs from its anchor, or was never signed by the log: docs/evidence.md.",
      from: 1,
      isUrgent: true,
    },
  },
  {
    ...ofSequencer,
    metricName: "LogWitnessRefused",
    every: { event: "evidence_log.witness_refused" },
    alarm: { says: "A witness of the evidence log refuses its checkpoint or is down.", from: 1 },
  },
  {
    ...ofSequencer,
    metricName: "LogStampFailed",
    every: { event: "evidence_log.stamp_failed" },
    alarm: { says: "The time-stamp authority issued no token.", from: 1 },
  },
  {
    ...ofSequencer,
    metricName: "LogRefusedRow",
    every: { event: "evidence_log.row_refused" },
    alarm: {
      says: "The evidence log refuses an audit row, for example a second decision, a branch or a changed row. Somebody wrote to the table: docs/evidence.md.",
      from: 1,
      isUrgent: true,
    },
  },
  {
    operations: linkReaders,
    metricName: "LinkNotGenuine",
    every: { event: "review.link_not_genuine" },
    alarm: {
      says: "A link in the table is none that the service vouches for: somebody else wrote it, or it is older than an emergency of the rows key. It opened nothing: docs/alarms.md.",
      from: 1,
      isUrgent: true,
    },
  },
  {
    operations: restingOnRows,
    metricName: "StateDiffers",
    every: { event: "evidence.state_differs" },
    alarm: {
      says: "A record in the table differs from the rows that the service signed: somebody wrote to the table. The service does not act on the changed record, and issues no certificate or statement from it: docs/evidence.md.",
      from: 1,
      isUrgent: true,
    },
  },
  {
    ...ofSequencer,
    metricName: "LogForked",
    every: { event: "evidence_log.forked" },
    alarm: {
      says: "The table contradicts the evidence log's newest anchor, so the service signs no checkpoint: docs/evidence.md.",
      from: 1,
      isUrgent: true,
    },
  },
  {
    ...ofSequencer,
    metricName: "LogKeyChangeFailed",
    every: { event: "evidence_log.key_change_failed" },
    alarm: {
      says: "The evidence log could not change to its new keys, and the old keys still sign.",
      from: 1,
    },
  },
];

export const metricNamespace = (stage: string): string => `Countersign/${stage}`;
