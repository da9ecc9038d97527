import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import type { AlarmSpec } from "./alarms.ts";
import { accountMetric, apiMetric, FIVE_MINUTES, loggedMetric } from "./metrics.ts";
import { type Stage, watchedDomains } from "./stage.ts";

/* Alarms for an API that is slow, refuses too much, or comes close to a limit. */

/** Model calls are rare and may take up to 29 s. People wait for everything else. */
const SLOW_MS = 5000;

/** With fewer requests than this in a period, a percentage means nothing. */
const ENOUGH_REQUESTS = 100;

const REFUSED_PERCENT = 50;
const THROTTLED_PERCENT = 5;
const CONCURRENCY_SHARE = 0.8;
const CERTIFICATE_DAYS = 30;

export const trafficAlarms = (stage: Stage, apiId: string): AlarmSpec[] => [
  {
    id: "LatencyP99",
    description: `One request in a hundred takes longer than ${SLOW_MS / 1000} s: the dashboard shows which operations.`,
    metric: apiMetric(apiId, "Latency", "p99"),
    threshold: SLOW_MS,
    periods: 3,
    isPercentile: true,
  },
  {
    id: "Refused4xx",
    description: `More than ${REFUSED_PERCENT} % of all requests are refused (4xx): the access log shows which routes and statuses.`,
    metric: percentOf("Refused (4xx), %", apiMetric(apiId, "4xx"), apiId),
    threshold: REFUSED_PERCENT,
    periods: 3,
  },
  {
    id: "Throttled429",
    description: `More than ${THROTTLED_PERCENT} % of all requests are throttled (429): docs/scale.md lists the limits.`,
    metric: percentOf("Throttled (429), %", loggedMetric(stage.name, "Throttled429"), apiId),
    threshold: THROTTLED_PERCENT,
    periods: 2,
  },
  {
    id: "AccountConcurrency",
    description: `The account uses ${CONCURRENCY_SHARE * 100} % of its ${stage.lambdaConcurrency} concurrent executions: find the function on the dashboard, then raise the quota.`,
    metric: accountMetric("ConcurrentExecutions", "Maximum"),
    threshold: Math.floor(stage.lambdaConcurrency * CONCURRENCY_SHARE),
    periods: 3,
    isUrgent: true,
  },
  {
    id: "FunctionsThrottled",
    description:
      "Lambda throttled functions of this account: the account's quota or a reserved share is used up (docs/scale.md).",
    metric: accountMetric("Throttles", "Sum"),
    threshold: 1,
  },
  ...watchedDomains(stage).map(certificateAlarm),
];

const percentOf = (label: string, part: cloudwatch.IMetric, apiId: string): cloudwatch.IMetric =>
  new cloudwatch.MathExpression({
    label,
    expression: `IF(all >= ${ENOUGH_REQUESTS}, 100 * FILL(part, 0) / all, 0)`,
    usingMetrics: { part, all: apiMetric(apiId, "Count") },
    period: FIVE_MINUTES,
  });

/** ACM renews the certificate as long as the DNS record exists, so a day without data is normal. */
const certificateAlarm = ({
  prefix,
  certificateArn,
}: ReturnType<typeof watchedDomains>[number]): AlarmSpec => ({
  id: `${prefix}CertificateExpiry`,
  description: `The domain's certificate expires in less than ${CERTIFICATE_DAYS} days: is its validation record still in the DNS?`,
  metric: new cloudwatch.Metric({
    namespace: "AWS/CertificateManager",
    metricName: "DaysToExpiry",
    dimensionsMap: { CertificateArn: certificateArn },
    statistic: "Minimum",
    period: Duration.days(1),
  }),
  threshold: CERTIFICATE_DAYS,
  isLow: true,
  isUrgent: true,
});
