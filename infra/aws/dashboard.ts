import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { functionUnits } from "#infra/functions.ts";
import { jobList } from "./alarms.ts";
import { apiMetric, deadLetterMetric, lambdaMetric, loggedMetric, tableMetric } from "./metrics.ts";
import { tableNameOf } from "./naming.ts";
import { serviceLevelMetrics } from "./service-levels.ts";
import type { Stage } from "./stage.ts";
import { topContributorWidgets } from "./top-contributors.ts";

const HALF = 12;

const tableMetrics = [
  "ConsumedReadCapacityUnits",
  "ConsumedWriteCapacityUnits",
  "ReadThrottleEvents",
  "WriteThrottleEvents",
];

/** One page: who causes failures, whether it is fast, whether anything is stuck, what is used. */
export function dashboardOf(scope: Construct, stage: Stage, apiId: string): cloudwatch.Dashboard {
  const table = stage.restoredTable ?? tableNameOf(stage.name);
  const graph = (title: string, left: cloudwatch.IMetric[]) =>
    new cloudwatch.GraphWidget({ title, left, width: HALF });
  const ofApi = (name: string, statistic?: string) => apiMetric(apiId, name, statistic);
  const labelled = (
    units: readonly { id: string }[],
    metricOf: (id: string) => cloudwatch.Metric,
  ) => units.map(({ id }) => metricOf(id).with({ label: id }));
  const ofEach = (units: readonly { id: string }[], metricName: string) =>
    labelled(units, (id) => lambdaMetric(stage.name, id, metricName));
  return new cloudwatch.Dashboard(scope, "Dashboard", {
    dashboardName: `countersign-${stage.name}`,
    defaultInterval: Duration.hours(24),
    widgets: [
      [
        graph("Requests", [ofApi("Count"), ofApi("4xx"), ofApi("5xx")]),
        graph("Latency (ms)", [
          ofApi("Latency", "p50"),
          ofApi("Latency", "p99"),
          ofApi("IntegrationLatency", "p99"),
        ]),
      ],
      ...topContributorWidgets(scope, stage.name),
      [
        graph("Function errors", ofEach(functionUnits, "Errors")),
        graph("Throttles", ofEach(functionUnits, "Throttles")),
      ],
      [
        graph(
          "Dead letters",
          labelled(jobList, (id) => deadLetterMetric(stage.name, id)),
        ),
        graph("Oldest waiting event (ms)", ofEach(jobList, "AsyncEventAge")),
      ],
      [
        graph(
          "Table: units and throttles",
          tableMetrics.map((name) => tableMetric(table, name)),
        ),
        graph("Webhooks with a wrong signature", [loggedMetric(stage.name, "SignatureRejections")]),
      ],
      serviceLevelMetrics(stage.name).map((failed) =>
        graph("Service level, by the hour", [failed]),
      ),
    ],
  });
}
