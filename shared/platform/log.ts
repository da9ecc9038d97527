import { AsyncLocalStorage } from "node:async_hooks";
import { nowMs } from "./clock.ts";
import { setting, stageName } from "./settings.ts";

type Level = "info" | "warn" | "error";
type Fields = Readonly<Record<string, unknown>>;

/**
 * One JSON line. Callers name each field: never a raw event, body, token, path or secret (except the
 * link line of the first seed). Lambda would prefix `console.log` with text.
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

/*
 * W3C Trace Context (level 1): `traceparent` is `<version>-<trace id>-<parent id>-<flags>` in lower
 * case hexadecimal. https://www.w3.org/TR/trace-context/
 */

/** Version 00's four fields; later versions may append more. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** X-Ray's own header: `Root=1-<8 digits>-<24 digits>;…;Sampled=0`. */
const XRAY_ROOT = /(?:^|;)Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/;

interface Trace {
  traceId: string;
  /** Two hexadecimal digits; the lowest bit is the sampled flag. */
  flags: string;
}

function traceIn(traceparent: string | undefined): Trace | null {
  const [, version, traceId = "", parentId = "", flags = "", more] =
    FORM.exec(traceparent ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) {
    return null;
  }
  if (ZEROS.test(traceId) || ZEROS.test(parentId)) return null;
  return { traceId, flags: Number.parseInt(flags, 16) % 2 === 1 ? "01" : "00" };
}

function traceInXray(header: string | undefined): Trace | null {
  const [, time, rest] = XRAY_ROOT.exec(header ?? "") ?? [];
  if (time === undefined) return null;
  return { traceId: `${time}${rest}`, flags: header?.includes("Sampled=0") ? "00" : "01" };
}

/**
 * Starts a span in the caller's trace, else in X-Ray's, else in a new one. A malformed
 * `traceparent` is ignored.
 * @param sent a `traceparent` from outside
 * @param xray the invocation's X-Ray trace header
 * @param hex returns that many random hexadecimal digits; they need not be unpredictable
 * @returns a `traceparent` of version 00
 */
function spanOf(
  sent: string | undefined,
  xray: string | undefined,
  hex: (digits: number) => string,
): string {
  const trace = traceIn(sent) ?? traceInXray(xray) ?? { traceId: hex(32), flags: "01" };
  return `00-${trace.traceId}-${hex(16)}-${trace.flags}`;
}

/** The span of the work in progress: a tick works on several runs concurrently, each with its own. */
const spans = new AsyncLocalStorage<string>();

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("");

/** Work in a span of its own. @param sent the `traceparent` received, unvalidated */
export const inSpan = <T>(sent: string | null | undefined, work: () => T): T =>
  spans.run(spanOf(sent ?? undefined, setting("_X_AMZN_TRACE_ID"), hex), work);

/** The header that passes the trace on to a called service; none outside any span. */
export function traceHeaders(): { traceparent?: string } {
  const own = spans.getStore();
  return own === undefined ? {} : { traceparent: own };
}
