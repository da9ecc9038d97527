import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { functionUnits } from "#infra/functions.ts";
import { metricNamespace } from "#infra/metric-filters.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import type { Area } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { isScheduled } from "./job-trigger.ts";
import { deadLetterQueueOf, functionNameOf, tableNameOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

/** One alarm, as data: what is measured, at which threshold it fires, and what to do. */
export interface AlarmSpec {
  id: string;
  /** What the operator reads in the e-mail. */
  description: string;
  metric: cloudwatch.IMetric;
  /** Fires at or above this value (below it if `isLow`). */
  threshold: number;
  isLow?: boolean;
  periods?: number;
  /** Urgent: people or evidence are affected now. Its end is told, too. */
  isUrgent?: boolean;
  /** No data is a finding, once there has been any; before the first data nothing is said. */
  isSilenceFinding?: boolean;
  /** Percentiles of a handful of values are not judged. */
  isPercentile?: boolean;
}

/** CloudWatch sums at most ten metrics in one alarm. */
const METRICS_PER_ALARM = 10;

const FIVE_MINUTES = Duration.minutes(5);

/** The metric that counts refused webhooks in the logs. */
export const signatureMetric = (stage: string) => ({
  namespace: metricNamespace(stage),
  metricName: "SignatureRejections",
});

/** The metric that counts connections refused by their provider. */
const refusedConnectionMetric = (stage: string) => ({
  namespace: metricNamespace(stage),
  metricName: "ConnectionsRefused",
});

export const jobList = Object.values(jobs) as readonly Job[];

/** Every alarm of a stage. */
export const alarmsOf = (stage: Stage, apiId: string): AlarmSpec[] => [
  ...apiAlarms(stage.name, apiId),
  ...functionAlarms(stage.name),
  ...jobAlarms(stage),
  refusedConnections(stage.name),
  ...mailAlarms(stage),
  ...tableAlarms(stage.restoredTable ?? tableNameOf(stage.name)),
];

export const lambdaMetric = (stage: string, id: string, metricName: string): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: "AWS/Lambda",
    metricName,
    dimensionsMap: { FunctionName: functionNameOf(stage, id) },
    statistic: metricName === "AsyncEventAge" ? "Maximum" : "Sum",
    period: FIVE_MINUTES,
  });

export const apiMetric = (
  apiId: string,
  metricName: string,
  statistic = "Sum",
): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: "AWS/ApiGateway",
    metricName,
    dimensionsMap: { ApiId: apiId },
    statistic,
    period: FIVE_MINUTES,
  });

const apiAlarms = (stage: string, apiId: string): AlarmSpec[] => [
  {
    id: "Api5xx",
    description:
      "The API returned a 5xx: find the route in the access log, then read that function's log.",
    metric: apiMetric(apiId, "5xx"),
    threshold: 5,
    isUrgent: true,
  },
  ...(allRoutes.some(({ access }) => access === "signed")
    ? [
        {
          id: "SignatureRejections",
          description:
            "Webhooks arrive with invalid signatures: a rotation that one side missed, or a forger.",
          metric: new cloudwatch.Metric({
            ...signatureMetric(stage),
            statistic: "Sum",
            period: FIVE_MINUTES,
          }),
          threshold: 10,
        },
      ]
    : []),
];

const refusedConnections = (stage: string): AlarmSpec => ({
  id: "ConnectionsRefused",
  description:
    "A connection needs to be authorised again: GET /admin/connections?status=needs_reauthorization names it.",
  metric: new cloudwatch.Metric({
    ...refusedConnectionMetric(stage),
    statistic: "Sum",
    period: FIVE_MINUTES,
  }),
  threshold: 1,
});

/** The rates from which SES reviews an account, and pauses it at twice as much (five times for the second). */
const reputation = {
  BounceRate: { threshold: 0.05, what: "bounce" },
  ComplaintRate: { threshold: 0.001, what: "are reported as unwanted" },
} as const;

const mailAlarms = ({ mailDomain }: Stage): AlarmSpec[] =>
  mailDomain === null
    ? []
    : Object.entries(reputation).map(([name, { threshold, what }]) => ({
        id: `Mail${name}`,
        description: `So many mails ${what} that SES may stop sending: GET /admin/rule-reviews?mail=bounced names the reviews.`,
        metric: new cloudwatch.Metric({
          namespace: "AWS/SES",
          metricName: `Reputation.${name}`,
          statistic: "Maximum",
          period: Duration.hours(1),
        }),
        threshold,
      }));

/** Errors and throttles, summed over an area's functions, ten functions per alarm. */
function functionAlarms(stage: string): AlarmSpec[] {
  const areas = [...new Set(functionUnits.map(({ area }) => area))];
  return areas.flatMap((area) =>
    chunks(idsOf(area)).flatMap((ids, index) =>
      (["Errors", "Throttles"] as const).map((metricName) => ({
        id: `${metricName}-${area}-${index + 1}`,
        description: `${metricName} of ${ids.join(", ")}: the dashboard shows which ones.`,
        metric: new cloudwatch.MathExpression({
          expression: "SUM(METRICS())",
          label: `${metricName} (${area})`,
          period: FIVE_MINUTES,
          usingMetrics: Object.fromEntries(
            ids.map((id, place) => [`m${place}`, lambdaMetric(stage, id, metricName)]),
          ),
        }),
        threshold: 1,
      })),
    ),
  );
}

const idsOf = (area: Area): string[] =>
  functionUnits.filter((unit) => unit.area === area).map(({ id }) => id);

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / METRICS_PER_ALARM);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * METRICS_PER_ALARM, (index + 1) * METRICS_PER_ALARM),
  );
}

const jobAlarms = (stage: Stage): AlarmSpec[] =>
  jobList.flatMap((job) => [
    {
      id: `DeadLetters-${job.id}`,
      description: `${job.id} gave up on an event: it is in the queue; docs/alarms.md explains how to send it again.`,
      metric: deadLetterMetric(stage.name, job.id),
      threshold: 1,
    },
    {
      id: `OldestEvent-${job.id}`,
      description: `Events wait too long for ${job.id}: it is throttled or keeps failing.`,
      metric: lambdaMetric(stage.name, job.id, "AsyncEventAge"),
      threshold: 10 * 60 * 1000,
    },
    ...(job.schedule !== undefined && isScheduled(job.schedule, stage)
      ? [missedRuns(stage.name, job.id, job.schedule.everyMinutes)]
      : []),
  ]);

export const deadLetterMetric = (stage: string, id: string): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: "AWS/SQS",
    metricName: "ApproximateNumberOfMessagesVisible",
    dimensionsMap: { QueueName: deadLetterQueueOf(stage, id) },
    statistic: "Maximum",
    period: FIVE_MINUTES,
  });

/**
 * A job that stops running causes no errors; only missing invocations show it. A job that has not
 * run yet, as on a stage's first day, says nothing.
 */
function missedRuns(stage: string, id: string, everyMinutes: number): AlarmSpec {
  const isDaily = everyMinutes >= 24 * 60;
  return {
    id: `MissedRuns-${id}`,
    description: `${id} did not run when it should have: is its rule enabled?`,
    metric: lambdaMetric(stage, id, "Invocations").with({
      period: isDaily ? Duration.days(1) : Duration.minutes(Math.max(15, everyMinutes * 2)),
    }),
    threshold: 1,
    isLow: true,
    isSilenceFinding: true,
    isUrgent: !isDaily,
  };
}

const tableAlarms = (TableName: string): AlarmSpec[] =>
  (["ReadThrottleEvents", "WriteThrottleEvents"] as const).map((metricName) => ({
    id: metricName,
    description: "The table throttled calls: a hot partition (docs/scale.md) or a quota.",
    metric: tableMetric(TableName, metricName),
    threshold: 10,
  }));

export const tableMetric = (TableName: string, metricName: string): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: "AWS/DynamoDB",
    metricName,
    dimensionsMap: { TableName },
    statistic: "Sum",
    period: FIVE_MINUTES,
  });
