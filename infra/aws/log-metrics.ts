import * as logs from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import { type MetricFilter, metricFilters, metricNamespace } from "#infra/metric-filters.ts";
import { accessLogOf } from "./kept-logs.ts";
import { logGroupOf } from "./naming.ts";

/** Creates the metric filters that extract metrics from log lines. */
export function readMetrics(scope: Construct, stage: string): void {
  const groups = new Map<string, logs.ILogGroup>();
  const groupOf = (operation: string): logs.ILogGroup => {
    const known = groups.get(operation);
    if (known !== undefined) return known;
    const name = operation === ACCESS ? accessLogOf(stage) : logGroupOf(stage, unitOf(operation));
    const group = logs.LogGroup.fromLogGroupName(scope, `Log-${operation}`, name);
    groups.set(operation, group);
    return group;
  };
  for (const filter of metricFilters) {
    for (const operation of filter.operations ?? [ACCESS]) {
      new logs.MetricFilter(scope, `${filter.metricName}-${operation}`, {
        logGroup: groupOf(operation),
        filterPattern: logs.FilterPattern.literal(`{ ${patternOf(filter)} }`),
        metricNamespace: metricNamespace(stage),
        metricName: filter.metricName,
        metricValue: filter.valueField === undefined ? "1" : `$.${filter.valueField}`,
      });
    }
  }
}

/** The name that stands for the API's access log among the operations. */
const ACCESS = "access";

function unitOf(operation: string): FunctionUnit {
  const unit = functionUnits.find(({ id }) => id === operation);
  if (unit === undefined) throw new Error(`There is no function ${operation}.`);
  return unit;
}

const patternOf = ({ every = {}, anyOf = [], noneOf = [] }: MetricFilter): string =>
  joined("&&", [
    ...terms("=", every),
    ...(anyOf.length === 0
      ? []
      : [
          joined(
            "||",
            anyOf.map((set) => joined("&&", terms("=", set))),
          ),
        ]),
    ...noneOf.map((set) => joined("||", terms("!=", set))),
  ]);

const terms = (operator: "=" | "!=", fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).map(([name, text]) => `$.${name} ${operator} "${text}"`);

const joined = (operator: "&&" | "||", parts: readonly string[]): string =>
  parts.length === 1 ? parts.join("") : parts.map((part) => `(${part})`).join(` ${operator} `);
