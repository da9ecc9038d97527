import { jobs } from "#shared/routes/contract/jobs.ts";

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: templates of every shape
  Properties?: any;
}

/** The part of a CloudFormation template that the inventory counts. */
export interface CountedTemplate {
  Resources?: Record<string, Resource>;
}

/** The billable resources of one stage. */
export interface Inventory {
  functions: number;
  alarms: number;
  /** Metrics that the alarms watch; each is billed. */
  alarmMetrics: number;
  dashboards: number;
  /** Contributor Insights rules. */
  insightRules: number;
  /** Custom metrics that metric filters extract from log lines. */
  filterMetrics: number;
  keys: number;
  secrets: number;
  /** Entries that `secretReplicaRegions` copies: all but the generated ones. */
  replicatedSecrets: number;
  userPools: number;
  /** Invocations of scheduled functions in a month of 30 days. */
  scheduledRuns: number;
  /** The canary's share of `scheduledRuns`. Each of its runs creates one review. */
  canaryRuns: number;
}

const DAYS = 30;
const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };

/** Counts a stage's resources in its synthesized templates. */
export function inventoryOf(templates: readonly CountedTemplate[]): Inventory {
  const resources = templates.flatMap(({ Resources = {} }) => Object.values(Resources));
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  const sum = (type: string, amount: (resource: Resource) => number) =>
    of(type).reduce((total, resource) => total + amount(resource), 0);
  return {
    functions: of("AWS::Lambda::Function").length,
    alarms: of("AWS::CloudWatch::Alarm").length,
    alarmMetrics: sum("AWS::CloudWatch::Alarm", metricsOf),
    dashboards: of("AWS::CloudWatch::Dashboard").length,
    insightRules: of("AWS::CloudWatch::InsightRule").length,
    filterMetrics: new Set(of("AWS::Logs::MetricFilter").flatMap(namesOf)).size,
    keys: of("AWS::KMS::Key").length,
    secrets: of("AWS::SecretsManager::Secret").length,
    replicatedSecrets: of("AWS::SecretsManager::Secret").filter(
      ({ Properties }) => Properties.GenerateSecretString === undefined,
    ).length,
    userPools: of("AWS::Cognito::UserPool").length,
    scheduledRuns: sum("AWS::Events::Rule", runsOf),
    canaryRuns: sum("AWS::Events::Rule", (rule) =>
      rule.Properties.Description === jobs.runCanary.summary ? runsOf(rule) : 0,
    ),
  };
}

/** An alarm on a metric-math expression is billed for every metric in it. */
function metricsOf({ Properties }: Resource): number {
  const queries: { MetricStat?: unknown }[] = Properties.Metrics ?? [];
  return Math.max(1, queries.filter(({ MetricStat }) => MetricStat !== undefined).length);
}

const namesOf = ({ Properties }: Resource): string[] =>
  Properties.MetricTransformations.map(({ MetricName }: { MetricName: string }) => MetricName);

/** @throws Error for a schedule expression that it cannot parse */
function runsOf({ Properties }: Resource): number {
  const schedule: string | undefined = Properties.ScheduleExpression;
  if (schedule === undefined || Properties.State === "DISABLED") return 0;
  if (/^cron\(0 \d+ \* \* \? \*\)$/.test(schedule)) return DAYS;
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = Number(count) * (minutesOf[unit] ?? Number.NaN);
  if (Number.isNaN(minutes)) throw new Error(`Runs of ${schedule} cannot be counted.`);
  return (DAYS * 24 * 60) / minutes;
}
