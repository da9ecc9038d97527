import * as logs from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type MetricFilter, metricFilters, metricNamespace } from "#infra/metric-filters.ts";
import { accessLogOf } from "./kept-logs.ts";
import { logGroupOf } from "./naming.ts";
import { throttledMetric } from "./traffic-alarms.ts";

/** Creates the metric filters that extract metrics from the functions' log lines. */
export function readMetrics(scope: Construct, stage: string): void {
  const groups = new Map<string, logs.ILogGroup>();
  const groupOf = (operation: string): logs.ILogGroup => {
    const known = groups.get(operation);
    if (known !== undefined) return known;
    const name = logGroupOf(stage, operation);
    const group = logs.LogGroup.fromLogGroupName(scope, `Log-${operation}`, name);
    groups.set(operation, group);
    return group;
  };
  countThrottled(scope, stage);
  for (const filter of metricFilters) {
    for (const operation of filter.operations) {
      new logs.MetricFilter(scope, `${filter.metricName}-${operation}`, {
        logGroup: groupOf(operation),
        filterPattern: patternOf(filter),
        metricNamespace: metricNamespace(stage),
        metricName: filter.metricName,
        metricValue: filter.valueField === undefined ? "1" : `$.${filter.valueField}`,
      });
    }
  }
}

/** Counts throttled requests, which reach no function, in the access log. */
function countThrottled(scope: Construct, stage: string): void {
  const { namespace, metricName } = throttledMetric(stage);
  new logs.MetricFilter(scope, `${metricName}-access`, {
    logGroup: logs.LogGroup.fromLogGroupName(scope, "AccessLog", accessLogOf(stage)),
    filterPattern: logs.FilterPattern.stringValue("$.status", "=", "429"),
    metricNamespace: namespace,
    metricName,
    metricValue: "1",
  });
}

function patternOf({ anyOf }: MetricFilter): logs.IFilterPattern {
  const sets = anyOf.map((fields) => joined(logs.FilterPattern.all, Object.entries(fields)));
  return sets.length === 1 ? (sets[0] as logs.JsonPattern) : logs.FilterPattern.any(...sets);
}

function joined(
  all: (...patterns: logs.JsonPattern[]) => logs.JsonPattern,
  fields: readonly [string, string][],
): logs.JsonPattern {
  const equal = fields.map(([name, value]) =>
    logs.FilterPattern.stringValue(`$.${name}`, "=", value),
  );
  return equal.length === 1 ? (equal[0] as logs.JsonPattern) : all(...equal);
}
