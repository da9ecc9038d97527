import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { metricNamespace } from "#infra/metric-filters.ts";
import type { AlarmSpec } from "./alarms.ts";

/*
 * What the evidence log's sequencer reports about itself in its log lines, as metrics with alarms.
 * That it failed or did not run at all is covered by the alarms of every job (Errors, MissedRuns,
 * DeadLetters).
 */

/** The courier runs every minute; a slow endpoint may take up a few of its runs. */
const WEBHOOK_SECONDS = 900;

const FIVE_MINUTES = Duration.minutes(5);

/** Metric → what to do; infra/metric-filters.ts says which lines count. */
const advice = {
  LogAnchorFailed:
    "A checkpoint could not be anchored, or a different one of its size is: docs/evidence.md.",
  LogWitnessRefused: "A witness of the evidence log refuses its checkpoint or is down.",
  LogStampFailed: "The time-stamp authority issued no token.",
  CertificateStampFailed:
    "A certificate was handed out without its time stamp: the authority issued no token.",
  LogRefusedRow:
    "The evidence log does not take a row: a second decision, a branch or a changed row. Somebody wrote to the table: docs/evidence.md.",
  LogForked:
    "The table contradicts what the evidence log has anchored; nothing is signed: docs/evidence.md.",
  LogKeyChangeFailed: "The evidence log could not change to its new keys; the old ones sign on.",
};

/** Webhooks out: what the courier's log lines report. */
export const webhookAlarms = (stage: string): AlarmSpec[] => [
  {
    id: "WebhookEndpointsDisabled",
    description:
      "A webhook endpoint was switched off: it answered 410, or no attempt in 76 hours succeeded.",
    metric: metricOf(stage, "WebhookEndpointsDisabled", "Sum"),
    threshold: 1,
    isUrgent: false,
  },
  {
    id: "WebhooksOldestWaiting",
    description: `A webhook that is due has waited more than ${WEBHOOK_SECONDS} s: does runCourier run?`,
    metric: metricOf(stage, "WebhooksOldestWaiting", "Maximum"),
    threshold: WEBHOOK_SECONDS,
    isUrgent: false,
  },
];

/** What may mean that evidence was lost, doubled or written by somebody else. */
const urgent: ReadonlySet<string> = new Set<keyof typeof advice>([
  "LogAnchorFailed",
  "LogForked",
  "LogRefusedRow",
]);

/** A row may wait for two minutes; three minutes are worth a look. */
const OLDEST_SECONDS = 180;

const metricOf = (stage: string, metricName: string, statistic: string): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: metricNamespace(stage),
    metricName,
    statistic,
    period: FIVE_MINUTES,
  });

export const logAlarms = (stage: string): AlarmSpec[] => [
  {
    id: "LogOldestWaiting",
    description: `An audit row has waited more than ${OLDEST_SECONDS} s for its leaf in the evidence log.`,
    metric: metricOf(stage, "LogOldestWaiting", "Maximum"),
    threshold: OLDEST_SECONDS,
    isUrgent: true,
  },
  ...Object.entries(advice).map(([id, description]) => ({
    id,
    description,
    metric: metricOf(stage, id, "Sum"),
    threshold: 1,
    isUrgent: urgent.has(id),
  })),
];
