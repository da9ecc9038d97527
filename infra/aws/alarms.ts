import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { metricFilters } from "#infra/metric-filters.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import { isScheduled, takesEvents } from "./job-trigger.ts";
import { apiMetric, deadLetterMetric, lambdaMetric, loggedMetric, tableMetric } from "./metrics.ts";
import { tableNameOf } from "./naming.ts";
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
  /** Urgent: people or evidence are affected now. A message is also sent when it ends. */
  isUrgent?: boolean;
  /** Missing data is a finding once there has been any. Before that, no message is sent. */
  isSilenceFinding?: boolean;
  /** Percentiles of only a few values are not evaluated. */
  isPercentile?: boolean;
}

/** The jobs that get events, which can wait or end in a queue. */
export const jobList = (Object.values(jobs) as readonly Job[]).filter(takesEvents);

/** The alarms of a stage: on counts of log lines, jobs, mails and the table. */
export const alarmsOf = (stage: Stage, apiId: string): AlarmSpec[] => [
  api5xx(apiId),
  ...countAlarms(stage.name),
  ...jobAlarms(stage),
  ...mailAlarms(stage),
  ...tableAlarms(stage.restoredTable ?? tableNameOf(stage.name)),
];

const api5xx = (apiId: string): AlarmSpec => ({
  id: "Api5xx",
  description:
    "The API returned a 5xx: find the route in the access log, then read that function's log.",
  metric: apiMetric(apiId, "5xx"),
  threshold: 5,
  isUrgent: true,
});

/** One alarm for each count of log lines that has one. */
const countAlarms = (stage: string): AlarmSpec[] =>
  metricFilters.flatMap(({ metricName, valueField, alarm }) =>
    alarm === undefined
      ? []
      : {
          id: metricName,
          description: alarm.says,
          metric: loggedMetric(stage, metricName, valueField === undefined ? "Sum" : "Maximum"),
          threshold: alarm.from,
          isUrgent: alarm.isUrgent ?? false,
        },
  );

/**
 * The rates at which SES reviews an account. SES pauses it at twice the bounce rate, and at five times
 * the complaint rate.
 */
const reputation = {
  BounceRate: { threshold: 0.05, what: "bounce", mail: "bounced" },
  ComplaintRate: { threshold: 0.001, what: "are reported as unwanted", mail: "complained" },
} as const;

const mailAlarms = ({ mailDomain }: Stage): AlarmSpec[] =>
  mailDomain === null
    ? []
    : Object.entries(reputation).map(([name, { threshold, what, mail }]) => ({
        id: `Mail${name}`,
        description: `So many mails ${what} that SES may stop sending: GET /admin/rule-reviews?mail=${mail} lists the reviews.`,
        metric: new cloudwatch.Metric({
          namespace: "AWS/SES",
          metricName: `Reputation.${name}`,
          statistic: "Maximum",
          period: Duration.hours(1),
        }),
        threshold,
      }));

const jobAlarms = (stage: Stage): AlarmSpec[] =>
  jobList.flatMap((job) => [
    {
      id: `DeadLetters-${job.id}`,
      description: `AWS gave up on an event of ${job.id} and keeps it in a queue: docs/alarms.md explains how to send it again.`,
      metric: deadLetterMetric(stage.name, job.id),
      threshold: 1,
    },
    {
      id: `OldestEvent-${job.id}`,
      description: `Events wait too long for ${job.id}, which is throttled or keeps failing.`,
      metric: lambdaMetric(stage.name, job.id, "AsyncEventAge"),
      threshold: 10 * 60 * 1000,
    },
    ...(job.schedule !== undefined && isScheduled(job.schedule, stage)
      ? [missedRuns(stage.name, job.id, job.schedule.everyMinutes)]
      : []),
  ]);

/**
 * A job that stops running causes no errors; only missing invocations show it. A job that has not run
 * yet, as on a stage's first day, raises no alarm.
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
    description:
      "The table throttled calls: the cause is a hot partition (docs/scale.md) or a quota.",
    metric: tableMetric(TableName, metricName),
    threshold: 10,
  }));
