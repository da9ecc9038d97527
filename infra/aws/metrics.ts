import { Duration } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { metricNamespace } from "#infra/metric-filters.ts";
import { deadLetterQueueOf, functionNameOf } from "./naming.ts";

/* The metrics that the alarms and the dashboard read, each in steps of five minutes. */

export const FIVE_MINUTES = Duration.minutes(5);

const metric = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  statistic = "Sum",
): cloudwatch.Metric =>
  new cloudwatch.Metric({ namespace, metricName, dimensionsMap, statistic, period: FIVE_MINUTES });

/** The number that a filter counts in log lines (infra/metric-filters.ts). */
export const loggedMetric = (stage: string, name: string, statistic?: string): cloudwatch.Metric =>
  metric(metricNamespace(stage), name, {}, statistic);

export const lambdaMetric = (stage: string, id: string, name: string): cloudwatch.Metric =>
  metric(
    "AWS/Lambda",
    name,
    { FunctionName: functionNameOf(stage, id) },
    name === "AsyncEventAge" ? "Maximum" : "Sum",
  );

/** A metric of all functions in the account and region, whichever stage they belong to. */
export const accountMetric = (name: string, statistic: string): cloudwatch.Metric =>
  metric("AWS/Lambda", name, {}, statistic);

export const apiMetric = (ApiId: string, name: string, statistic?: string): cloudwatch.Metric =>
  metric("AWS/ApiGateway", name, { ApiId }, statistic);

export const deadLetterMetric = (stage: string, id: string): cloudwatch.Metric =>
  metric(
    "AWS/SQS",
    "ApproximateNumberOfMessagesVisible",
    { QueueName: deadLetterQueueOf(stage, id) },
    "Maximum",
  );

export const tableMetric = (TableName: string, name: string): cloudwatch.Metric =>
  metric("AWS/DynamoDB", name, { TableName });
