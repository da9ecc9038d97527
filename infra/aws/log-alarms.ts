import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import * as logs from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { AlarmSpec } from "./alarms.ts";
import { logGroupOf } from "./naming.ts";

/*
 * What the evidence log's sequencer says of itself in its log lines, as metrics with alarms. That it
 * failed or did not run at all, the alarms of every job tell (Errors, MissedRuns, DeadLetters).
 */

const SEQUENCER = "sequenceLog";
const FIVE_MINUTES = Duration.minutes(5);

/** Metric → the event that its lines carry. */
const events = {
  LogAnchorFailed: ["evidence_log.anchor_failed", "evidence_log.anchor_differs"],
  LogWitnessRefused: ["evidence_log.witness_refused"],
  LogStampFailed: ["evidence_log.stamp_failed"],
  LogPredecessorMissing: ["evidence_log.predecessor_missing"],
} as const;

const advice: Record<keyof typeof events, string> = {
  LogAnchorFailed:
    "A checkpoint could not be anchored, or another one of its size is: docs/evidence.md.",
  LogWitnessRefused: "A witness of the evidence log refuses its checkpoint or is down.",
  LogStampFailed: "The time-stamp authority gave no token.",
  LogPredecessorMissing: "A row of the audit trail is gone from the evidence log's items.",
};

/** A row may wait for two minutes; three that nobody takes it are a reason to look. */
const OLDEST_SECONDS = 180;

const metricOf = (stage: string, metricName: string, statistic: string): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: `Countersign/${stage}`,
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
  },
  ...(Object.keys(events) as (keyof typeof events)[]).map((id) => ({
    id,
    description: advice[id],
    metric: metricOf(stage, id, "Sum"),
    threshold: 1,
  })),
];

/** Reads the metrics out of the sequencer's lines. */
export function countLogEvents(scope: Construct, stage: string): void {
  const name = logGroupOf(stage, SEQUENCER);
  const logGroup = logs.LogGroup.fromLogGroupName(scope, "SequencerLog", name);
  const metricNamespace = `Countersign/${stage}`;
  new logs.MetricFilter(scope, "LogOldestWaiting-metric", {
    logGroup,
    filterPattern: logs.FilterPattern.stringValue("$.event", "=", "evidence_log.sequenced"),
    metricNamespace,
    metricName: "LogOldestWaiting",
    metricValue: "$.oldest_waiting_seconds",
  });
  for (const [metricName, names] of Object.entries(events)) {
    new logs.MetricFilter(scope, `${metricName}-metric`, {
      logGroup,
      filterPattern: logs.FilterPattern.any(
        ...names.map((event) => logs.FilterPattern.stringValue("$.event", "=", event)),
      ),
      metricNamespace,
      metricName,
      metricValue: "1",
    });
  }
}
