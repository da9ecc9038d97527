import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { metricNamespace } from "#infra/metric-filters.ts";
import { functionLogsOf } from "./naming.ts";

/*
 * The part of the dashboard that answers "is it us, a tenant or a provider?". Operations, outcomes and
 * providers are metric dimensions. There are too many tenants for a dimension, so Contributor Insights
 * ranks them from the same log lines.
 */

const WIDTH = 12;

/** Who is responsible for each outcome of a request (shared/edge/bind.ts). */
const outcomes = {
  failed: "Ours: failed requests, by operation",
  unavailable: "A dependency's: requests that found it down or not set up",
  refused: "The callers': refused requests",
};

const TENANTS_SHOWN = 10;

export function topContributorWidgets(scope: Construct, stage: string): cloudwatch.IWidget[][] {
  const rule = rankTenants(scope, stage);
  return [
    ...Object.entries(outcomes).map(([outcome, title]) =>
      found(stage, title, "operation,outcome", `duration_ms ${equal("outcome", outcome)}`),
    ),
    new Contributors("Tenants whose requests and runs fail", rule),
    found(stage, "Providers' answers to extractor calls", "provider,outcome", "calls", "Sum"),
    found(
      stage,
      "Runs by provider and outcome",
      "operation,provider,outcome",
      `duration_ms ${equal("operation", "run_discovery")}`,
    ),
    found(stage, "Latency of operations, p99 (ms)", "operation,outcome", "duration_ms", "p99"),
    found(
      stage,
      "How long runs waited (ms)",
      "operation,provider,outcome",
      "queue_age_ms",
      "Maximum",
    ),
    found(stage, "Tokens of extractors", "provider,outcome", "input_tokens", "Sum"),
    found(stage, "Cost of extractors (USD)", "provider,outcome", "cost_usd", "Sum"),
  ].reduce<cloudwatch.IWidget[][]>((rows, widget, at) => {
    if (at % 2 === 0) rows.push([]);
    rows.at(-1)?.push(widget);
    return rows;
  }, []);
}

const equal = (dimension: string, value: string): string => `${dimension}="${value}"`;

/** Graphs every metric with this name and these dimensions, whatever their values. */
function found(
  stage: string,
  title: string,
  dimensions: string,
  filter: string,
  statistic = "SampleCount",
): cloudwatch.GraphWidget {
  const [name, ...more] = filter.split(" ");
  const terms = [`MetricName="${name}"`, ...more].join(" ");
  const where = `{${metricNamespace(stage)},${dimensions}} ${terms}`;
  return new cloudwatch.GraphWidget({
    title,
    width: WIDTH,
    left: [
      new cloudwatch.MathExpression({
        expression: `SEARCH('${where}', '${statistic}', 300)`,
        label: "",
        usingMetrics: {},
      }),
    ],
  });
}

function rankTenants(scope: Construct, stage: string): cloudwatch.CfnInsightRule {
  return new cloudwatch.CfnInsightRule(scope, "Tenants", {
    ruleName: `countersign-${stage}-tenants`,
    ruleState: "ENABLED",
    ruleBody: JSON.stringify({
      Schema: { Name: "CloudWatchLogRule", Version: 1 },
      LogGroupNames: [`${functionLogsOf(stage)}*`],
      LogFormat: "JSON",
      Contribution: {
        Keys: ["$.tenant_id", "$.outcome"],
        Filters: [{ Match: "$.outcome", In: ["failed", "unavailable", "refused"] }],
      },
      AggregateOn: "Count",
    }),
  });
}

/** A widget with the top contributors of a rule, which CDK does not have. */
class Contributors extends cloudwatch.ConcreteWidget {
  readonly #title: string;
  readonly #rule: cloudwatch.CfnInsightRule;

  constructor(title: string, rule: cloudwatch.CfnInsightRule) {
    super(WIDTH, 6);
    this.#title = title;
    this.#rule = rule;
  }

  toJson() {
    return [
      {
        type: "metric",
        width: this.width,
        height: this.height,
        x: this.x,
        y: this.y,
        properties: {
          title: this.#title,
          region: this.#rule.stack.region,
          view: "timeSeries",
          period: 300,
          insightRule: {
            maxContributorCount: TENANTS_SHOWN,
            orderBy: "Sum",
            ruleName: this.#rule.ruleName,
          },
        },
      },
    ];
  }
}
