import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { metricNamespace } from "#infra/metric-filters.ts";
import type { AlarmSpec } from "./alarms.ts";

/*
 * What the evidence log's sequencer reports about itself in its log lines, as metrics with alarms.
 * That it failed or did not run at all is covered by the alarms of every job (Errors, MissedRuns,
 * DeadLetters).
 */

const FIVE_MINUTES = Duration.minutes(5);

/** Metric → what to do; infra/metric-filters.ts says which lines count. */
const advice = {
  LogAnchorFailed:
    "A checkpoint could not be anchored, or a different one of its size is: docs/evidence.md.",
  LogWitnessRefused: "A witness of the evidence log refuses its checkpoint or is down.",
  LogStampFailed: "The time-stamp authority issued no token.",
  LogPredecessorMissing: "A row of the audit trail is gone from the evidence log's items.",
};

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
  },
  ...Object.entries(advice).map(([id, description]) => ({
    id,
    description,
    metric: metricOf(stage, id, "Sum"),
    threshold: 1,
  })),
];
