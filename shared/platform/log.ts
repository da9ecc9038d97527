import { nowMs } from "./clock.ts";
import { stageName } from "./settings.ts";
import { traceHeaders } from "./trace.ts";

type Level = "info" | "warn" | "error";
type Fields = Readonly<Record<string, unknown>>;

/**
 * One JSON line on standard output, with the `traceparent` of the current work. Callers name each
 * field: no raw event, body, token, path or secret is ever passed here (the one exception is the
 * link line, which the first seed requires).
 *
 * Not `console.log`: Lambda prefixes console output with time and request id, and then neither
 * metric filters nor Contributor Insights recognise the line as JSON.
 */
export function log(level: Level, event: string, fields: Fields): void {
  process.stdout.write(`${JSON.stringify({ level, event, ...traceHeaders(), ...fields })}\n`);
}

/** Units as CloudWatch names them. */
type Unit = "Milliseconds" | "Seconds" | "Count" | "None";

interface Measured {
  level: Level;
  event: string;
  fields: Fields;
  /** Names of the fields that are metric dimensions: low cardinality only, never a tenant or id. */
  by: readonly string[];
  /** Fields that are metrics too, with their units. */
  metrics: Readonly<Record<string, Unit>>;
}

/**
 * One line whose numbers CloudWatch also records as metrics of the stage: embedded metric format,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function logMeasured({ level, event, fields, by, metrics }: Measured): void {
  const Metrics = Object.entries(metrics).map(([Name, Unit]) => ({ Name, Unit }));
  const directive = { Namespace: `Countersign/${stageName()}`, Dimensions: [by], Metrics };
  log(level, event, {
    ...fields,
    _aws: { Timestamp: nowMs(), CloudWatchMetrics: [directive] },
  });
}

/** What may be logged about an unexpected error: its name and stack frames, never its message. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { error: error.name, stack: frames.slice(0, 8).map((line) => line.trim()) };
}
