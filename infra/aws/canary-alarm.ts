import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { metricNamespace } from "#infra/metric-filters.ts";
import { jobs } from "#shared/routes/contract/jobs.ts";
import type { AlarmSpec } from "./alarms.ts";
import { isScheduled } from "./job-trigger.ts";
import type { Stage } from "./stage.ts";

/** Based on the canary's own log line. MissedRuns covers a canary that does not run at all. */
export const canaryAlarms = (stage: Stage): AlarmSpec[] =>
  isScheduled(jobs.runCanary.schedule, stage)
    ? [
        {
          id: "CanaryFailed",
          description:
            "A complete review through the public address failed: the log of runCanary names the step.",
          metric: new cloudwatch.Metric({
            namespace: metricNamespace(stage.name),
            metricName: "duration_ms",
            dimensionsMap: { operation: jobs.runCanary.id, outcome: "failed" },
            statistic: "SampleCount",
            period: Duration.minutes(jobs.runCanary.schedule.everyMinutes),
          }),
          threshold: 1,
          isUrgent: true,
        },
      ]
    : [];
