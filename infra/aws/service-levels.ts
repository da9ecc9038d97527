import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import type { AlarmSpec } from "./alarms.ts";
import { loggedMetric } from "./metrics.ts";

/** A stage's promise: the percentage of a class's requests in a month that end without a 5xx. */
const serviceLevels = {
  counsel: { percent: 99.9, says: "Counsel cannot decide" },
  evidence: { percent: 99.5, says: "Evidence does not answer" },
} as const;

type Level = keyof typeof serviceLevels;

/** At this rate, the month's allowed failures would last 50 hours: one hour uses 2 % of them. */
const BURN_RATE = 14.4;

/** A single failure among few requests raises no alarm here. Errors-… reports it. */
const LEAST_FAILURES = 2;

/** The percentage of a class's requests that failed in an hour. */
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
      description: `${says} so often that the month's ${percent} % is at risk: docs/alarms.md, "Service levels".`,
      metric: failedPercent(stage, level),
      threshold: Number((BURN_RATE * (100 - percent)).toFixed(2)),
      isUrgent: true,
    };
  });
