import type { Inventory } from "./inventory.ts";
import type { MeasuredCosts, Units } from "./measured.ts";
import { costOf, inEach, type PriceName, type Usd } from "./prices.ts";

/** Assumptions about a month, for what the bench cannot measure. */
export const assumptions = {
  /** Seconds in 30 days. */
  seconds: 30 * 24 * 60 * 60,
  /** GB-seconds of a call: 50 ms at 512 MB. */
  gbSecondsOfCall: 0.025,
  /** GB-seconds of a scheduled run: 300 ms at 512 MB. */
  gbSecondsOfRun: 0.15,
  /** Seconds that a discovery run takes, including the model calls that it waits for. */
  runSeconds: 2,
  /** A function's memory in GB. */
  memoryGb: 0.5,
  /** KB of log lines that a call writes, including the access log. */
  logKilobytes: 1.2,
  people: 10,
  /** Pairs of operation and outcome that occur every hour. Each is one metric. */
  busyMetrics: 30,
  /** A run of the sequencer with one decision; used if the bench has no row for it. */
  sequencer: { reads: 10, writes: 14 },
  /** Requests per review: lists, evidence, audit, and the console's own requests. */
  callsOfReview: 20,
  /** Function instances that write a signed row, in a month: a hundred a day. */
  instances: 3000,
  /** Write units that signatures, commitments and two-part links add to the rows of one review. */
  rowWrites: 18,
  /** Read units that a decision needs to show that the rows it builds on are signed. */
  replayReads: 5,
  /** Requests from a collector of the audit feed: one a minute. */
  polls: 30 * 24 * 60,
  /** Share of source-host deliveries that enqueue a run. */
  runsOfDelivery: 0.8,
} as const;

/** One line of a cost table: item, quantity, and cost. */
export interface Line {
  what: string;
  amount: string;
  usd: Usd;
}

const GB = 1024 * 1024;

const number = (amount: number): string =>
  amount.toLocaleString("en-US", { maximumFractionDigits: amount < 10 ? 2 : 0 });

const line = (what: string, name: PriceName, amount: number, unit = ""): Line => ({
  what,
  amount: `${number(amount)}${unit}`,
  usd: costOf(name, amount),
});

/** What an idle stage costs a month. */
export function fixedLines(
  {
    alarmMetrics,
    alarms,
    dashboards,
    insightRules,
    canaryRuns,
    filterMetrics,
    keys,
    secrets,
    userPools,
    scheduledRuns,
  }: Inventory,
  measured: MeasuredCosts,
): Line[] {
  const { reads } = measured.units("job sequenceLog", assumptions.sequencer);
  return [
    line("keys", "key", keys),
    line(
      "uses of keys: one in five minutes for each operation in use",
      "keyUse",
      (assumptions.busyMetrics * assumptions.seconds) / 300,
    ),
    line("secrets", "secret", secrets),
    line(
      "reads of credentials: one every 30 s by an instance that is always busy",
      "secretRead",
      assumptions.seconds / 30,
    ),
    line(`metrics of ${alarms} alarms`, "alarmMetric", alarmMetrics),
    line("metrics that are counted from log lines", "metric", filterMetrics),
    line("metrics for operations in use", "metric", assumptions.busyMetrics),
    line("dashboards", "dashboard", dashboards),
    line("rules that rank tenants", "insightRule", insightRules),
    {
      what: "reviews of the canary",
      amount: number(canaryRuns),
      usd: totalOf(reviewLines(canaryRuns, measured)),
    },
    line("people who sign in", "person", userPools === 0 ? 0 : assumptions.people),
    line("scheduled runs: calls", "call", scheduledRuns),
    line(
      "scheduled runs: duration",
      "gbSecond",
      scheduledRuns * assumptions.gbSecondsOfRun,
      " GB-s",
    ),
    line("scheduled runs: traces", "trace", scheduledRuns),
    line("scheduled runs: logs", "log", (scheduledRuns * assumptions.logKilobytes) / GB, " GB"),
    line(`scheduled runs: at most ${reads} reads each`, "read", scheduledRuns * reads),
  ];
}

const addUp = (units: readonly Units[]): Units =>
  units.reduce((a, b) => ({ reads: a.reads + b.reads, writes: a.writes + b.writes }));

/** What `reviews` reviews a month add, from the request to the decision's leaf and certificate. */
export function reviewLines(reviews: number, { units }: MeasuredCosts): Line[] {
  const { reads, writes } = addUp(
    [
      "POST /admin/rule-reviews",
      "GET /counsel/review/{token}",
      "POST /counsel/review/{token}/decide",
      "GET /admin/rule-reviews",
      "GET /admin/rule-reviews/{id}/evidence",
      "GET /admin/rule-reviews/{id}/bundle",
      "GET /admin/rule-reviews/{id}/audit",
      "GET /admin/rule-reviews/{id}/certificate.pdf",
    ]
      .map((name) => units(name))
      .concat(units("job sequenceLog", assumptions.sequencer)),
  );
  const calls = reviews * assumptions.callsOfReview;
  const checkpoints = Math.min(reviews * 3, assumptions.seconds / 60);
  return [
    line(`table: ${number(writes)} write units each`, "write", reviews * writes),
    line(`table: ${number(reads)} read units each`, "read", reviews * reads),
    ...callLines(calls, calls),
    line("evidence log: checkpoints signed, each with both keys", "signature", 2 * checkpoints),
    line("evidence log: checkpoints anchored", "object", checkpoints),
  ];
}

/** What a steady rate of source-host deliveries adds, including the runs that they enqueue. */
export function deliveryLines(
  perSecond: number,
  measured: MeasuredCosts,
  runSeconds: number = assumptions.runSeconds,
): Line[] {
  const deliveries = perSecond * assumptions.seconds;
  const runs = deliveries * assumptions.runsOfDelivery;
  const { reads } = measured.units("POST /webhooks/sourcehost/{tenant_id}");
  const stored = (deliveries * measured.deliveryKilobytes) / GB;
  return [
    line(
      `table: ${measured.deliveryWrites} write units each`,
      "write",
      deliveries * measured.deliveryWrites,
    ),
    line(`table: ${reads} read units each`, "read", deliveries * reads),
    ...callLines(deliveries, deliveries),
    ...runLines(runs, runSeconds),
    line("events that wake the worker", "event", runs),
    line(
      `storage of the first month: ${measured.deliveryKilobytes} KB each`,
      "stored",
      stored,
      " GB",
    ),
    line(
      "recovery of the first month, of the table alone",
      "recovery",
      (deliveries * measured.deliveryTableKilobytes) / GB,
      " GB",
    ),
  ];
}

/** What a steady rate of events from customers' buses adds: receiver, webhook, and one run each. */
export function eventLines(perSecond: number, { units }: MeasuredCosts): Line[] {
  const events = perSecond * assumptions.seconds;
  const webhook = units("POST /webhooks/cloudb-eventbus/{tenant_id}");
  const receiver = units("job forwardCustomerEvent");
  return [
    line(`table: ${webhook.writes} write units each`, "write", events * webhook.writes),
    line(
      `table: ${webhook.reads + receiver.reads} read units each`,
      "read",
      events * (webhook.reads + receiver.reads),
    ),
    ...callLines(events, events * 2),
    ...runLines(events, assumptions.runSeconds),
    {
      what: "events on the bus: the sender's account pays",
      amount: number(events),
      usd: inEach(() => 0),
    },
    line("events that wake the worker", "event", events),
  ];
}

/** Pages and files that a visitor opens while looking around in a room. */
const ROOM_VISIT = [
  "GET /room/{token}/frameworks",
  "GET /room/{token}/rules",
  "GET /room/{token}/rules/{framework_id}/{use_case_id}",
  "GET /room/{token}/coverage",
  "GET /room/{token}/reviews/{id}/bundle",
  "GET /room/{token}/reviews/{id}/certificate.pdf",
];

/** Requests and their work in the table, as one line. */
function requestsLine(
  what: string,
  names: readonly string[],
  count: number,
  m: MeasuredCosts,
): Line {
  const { reads, writes } = addUp(names.map((name) => m.units(name)));
  const requests = names.length * count;
  const lines = [
    line("", "write", writes * count),
    line("", "read", reads * count),
    ...callLines(requests, requests),
  ];
  return { what, amount: number(count), usd: totalOf(lines) };
}

/** What one of each thing costs. */
export const eachLines = (measured: MeasuredCosts): Line[] => [
  {
    what: "a review, from the request to the certificate",
    amount: "1",
    usd: totalOf(reviewLines(1, measured)),
  },
  requestsLine("a pipeline's question about clearance", ["POST /clearance/pipeline"], 1, measured),
  requestsLine("a visit to a room: six pages and files", ROOM_VISIT, 1, measured),
  {
    what: "webhooks, with the runs that they enqueue",
    amount: "1,000",
    usd: totalOf(deliveryLines(1000 / assumptions.seconds, measured)),
  },
];

/** A month's costs for banks, beside an idle stage: 2,000 reviews and 2,000,000 webhooks each. */
export function bankLines(banks: number, inventory: Inventory, measured: MeasuredCosts): Line[] {
  const reviews = 2000 * banks;
  const webhooks = 2 * MILLION * banks;
  const of = (what: string, count: number, lines: readonly Line[]): Line => ({
    what,
    amount: number(count),
    usd: totalOf(lines),
  });
  const visits = 100 * banks;
  const questions = 10_000 * banks;
  return [
    of("fixed costs", 1, fixedLines(inventory, measured)),
    of("reviews over 20 frameworks", reviews, reviewLines(reviews, measured)),
    of("webhooks", webhooks, deliveryLines(webhooks / assumptions.seconds, measured)),
    requestsLine("questions about clearance", ["POST /clearance/pipeline"], questions, measured),
    requestsLine("visits to rooms", ROOM_VISIT, visits, measured),
  ];
}

/** What the signed rows, their replay and the feed add to a month with that many reviews. */
export function addedLines(reviews: number, measured: MeasuredCosts): Line[] {
  const { instances, polls, rowWrites, replayReads } = assumptions;
  return [
    line("signed rows: certificates for instances that write", "signature", instances),
    line("signed rows: additional writes of a review", "write", reviews * rowWrites),
    line(
      "replay: reads of a decision that continues from signed rows",
      "read",
      reviews * replayReads,
    ),
    requestsLine(
      "feed: a collector that sends a request once a minute",
      ["GET /admin/audit"],
      polls,
      measured,
    ),
  ];
}

/** Runs of the worker, which waits for providers and models. */
const runLines = (runs: number, seconds: number): Line[] => [
  line("runs of the worker: calls", "call", runs),
  line(
    `runs of the worker: duration, ${seconds} s each`,
    "gbSecond",
    runs * seconds * assumptions.memoryGb,
    " GB-s",
  ),
  line("runs of the worker: logs", "log", (runs * assumptions.logKilobytes) / GB, " GB"),
  line("runs of the worker: traces", "trace", tracesOf(runs)),
];

/** Costs of what is off by default, once its option is set; for each GB or million. */
export function optionalLines({ replicatedSecrets }: Inventory): Line[] {
  const rules = 3;
  return [
    line("`front`: web ACL", "webAcl", 1),
    line("`front`: its rules", "webRule", rules),
    line("`front`: a million requests, at the firewall", "webRequest", MILLION),
    line("`front`: a million requests, at CloudFront", "frontRequest", MILLION),
    line("`backupVaultArn`: key of the vault", "key", 1),
    line("`backupVaultArn`: 10 GB, 7 copies here", "backup", 70, " GB"),
    line("`backupVaultArn`: 10 GB, 400 copies elsewhere", "backup", 4000, " GB"),
    line("`backupVaultArn`: 10 GB a day to another region", "transfer", 300, " GB"),
    line("`secretReplicaRegions`: each region", "secret", replicatedSecrets),
  ];
}

/** A restore drill of a table of 10 GB. It reads both tables, 8 KB with each unit. */
export const drillLines = (): Line[] => [
  line("the table restored", "restored", 10, " GB"),
  line("both tables read", "read", (2 * 10 * GB) / 8),
];

const MILLION = 1_000_000;

/** API requests, and the function calls that they cause directly or indirectly. */
function callLines(requests: number, calls: number): Line[] {
  return [
    line("API", "request", requests),
    line("functions: calls", "call", calls),
    line("functions: duration", "gbSecond", calls * assumptions.gbSecondsOfCall, " GB-s"),
    line("logs", "log", (calls * assumptions.logKilobytes) / GB, " GB"),
    line("traces (one a second and 5 % of the rest, for each function)", "trace", tracesOf(calls)),
  ];
}

/** X-Ray's default sampling: the first request of each second and 5 % of the others. */
const tracesOf = (calls: number): number => {
  const { seconds } = assumptions;
  return calls <= seconds ? calls : seconds + (calls - seconds) * 0.05;
};

export const totalOf = (lines: readonly Line[]): Usd =>
  inEach((region) => lines.reduce((sum, { usd }) => sum + usd[region], 0));
