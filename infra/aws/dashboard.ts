import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { functionUnits } from "#infra/functions.ts";
import {
  apiMetric,
  deadLetterMetric,
  jobList,
  lambdaMetric,
  signatureMetric,
  tableMetric,
} from "./alarms.ts";
import { tableNameOf } from "./naming.ts";
import type { Stage } from "./stage.ts";
import { topContributorWidgets } from "./top-contributors.ts";

const HALF = 12;

/** One page: who causes failures, whether it is fast, whether anything is stuck, what is used. */
export function dashboardOf(scope: Construct, stage: Stage, apiId: string): cloudwatch.Dashboard {
  const table = stage.restoredTable ?? tableNameOf(stage.name);
  const graph = (title: string, left: cloudwatch.IMetric[]) =>
    new cloudwatch.GraphWidget({ title, left, width: HALF });
  const ofFunctions = (metricName: string) =>
    functionUnits.map(({ id }) => lambdaMetric(stage.name, id, metricName).with({ label: id }));
  return new cloudwatch.Dashboard(scope, "Dashboard", {
    dashboardName: `countersign-${stage.name}`,
    defaultInterval: Duration.hours(24),
    widgets: [
      [
        graph(
          "Requests",
          ["Count", "4xx", "5xx"].map((name) => apiMetric(apiId, name)),
        ),
        graph("Latency (ms)", [
          apiMetric(apiId, "Latency", "p50"),
          apiMetric(apiId, "Latency", "p99"),
          apiMetric(apiId, "IntegrationLatency", "p99"),
        ]),
      ],
      ...topContributorWidgets(scope, stage.name),
      [
        graph("Function errors", ofFunctions("Errors")),
        graph("Throttles", ofFunctions("Throttles")),
      ],
      [
        graph(
          "Dead letters",
          jobList.map(({ id }) => deadLetterMetric(stage.name, id).with({ label: id })),
        ),
        graph(
          "Oldest waiting event (ms)",
          jobList.map(({ id }) =>
            lambdaMetric(stage.name, id, "AsyncEventAge").with({ label: id }),
          ),
        ),
      ],
      [
        graph("Table: units and throttles", [
          tableMetric(table, "ConsumedReadCapacityUnits"),
          tableMetric(table, "ConsumedWriteCapacityUnits"),
          tableMetric(table, "ReadThrottleEvents"),
          tableMetric(table, "WriteThrottleEvents"),
        ]),
        graph("Webhooks with a wrong signature", [
          new cloudwatch.Metric({ ...signatureMetric(stage.name), statistic: "Sum" }),
        ]),
      ],
    ],
  });
}
