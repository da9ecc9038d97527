import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import type { AlarmSpec } from "./alarms.ts";
import { loggedMetric } from "./metrics.ts";

/** What a stage promises: so many percent of a month's requests of a class end without a 5xx. */
const serviceLevels = {
  counsel: { percent: 99.9, says: "Counsel cannot decide" },
  evidence: { percent: 99.5, says: "Evidence does not answer" },
} as const;

type Level = keyof typeof serviceLevels;

/** A month's failures would be used up in 50 hours: one hour of it takes 2 % of them. */
const BURN_RATE = 14.4;

/** One failure of few requests wakes nobody; Errors-… tells of it. */
const LEAST_FAILURES = 2;

/** The share of a class's requests that failed in an hour, in percent. */
const failedPercent = (stage: string, level: Level): cloudwatch.IMetric =>
  new cloudwatch.MathExpression({
    label: `${level}: failed, %`,
    expression: `IF(FILL(failed, 0) >= ${LEAST_FAILURES}, 100 * failed / all, 0)`,
    usingMetrics: {
      failed: loggedMetric(stage, `Errors-${level}`),
      all: loggedMetric(stage, `Requests-${level}`),
    },
    period: Duration.hours(1),
  });

export const serviceLevelMetrics = (stage: string): cloudwatch.IMetric[] =>
  (Object.keys(serviceLevels) as Level[]).map((level) => failedPercent(stage, level));

export const serviceLevelAlarms = (stage: string): AlarmSpec[] =>
  (Object.keys(serviceLevels) as Level[]).map((level) => {
    const { percent, says } = serviceLevels[level];
    return {
      id: `BurnRate-${level}`,
      description: `${says} so often that the month's ${percent} % will be missed: docs/alarms.md, "Service levels".`,
      metric: failedPercent(stage, level),
      threshold: Number((BURN_RATE * (100 - percent)).toFixed(2)),
      isUrgent: true,
    };
  });
