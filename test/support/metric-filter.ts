import type { MetricFilter } from "#infra/metric-filters.ts";

/** Whether CloudWatch would count a log line for a filter. */
export function counts(
  { every = {}, anyOf = [{}], noneOf = [] }: MetricFilter,
  line: Readonly<Record<string, unknown>>,
): boolean {
  const has = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).every(([name, pattern]) => matches(pattern, fieldOf(line, name)));
  return has(every) && anyOf.some(has) && !noneOf.some(has);
}

/** A field by its path, such as `record.status`. */
const fieldOf = (line: unknown, path: string): unknown =>
  path.split(".").reduce((at, name) => (at as Record<string, unknown> | undefined)?.[name], line);

/** `*` matches anything at the beginning or end of a pattern. */
function matches(pattern: string, text: unknown): boolean {
  if (typeof text !== "string") return false;
  if (pattern.endsWith("*")) return text.startsWith(pattern.slice(0, -1));
  return pattern.startsWith("*") ? text.endsWith(pattern.slice(1)) : text === pattern;
}

/** The line that Lambda logs at the end of an invocation, in its JSON format. */
export const platformReport = (status: "success" | "error" | "failure" | "timeout") => ({
  time: "2026-11-24T03:00:00.000Z",
  type: "platform.report",
  record: {
    requestId: "5f0b3a94-0e4e-4c5a-9a1c-3c7d5f1d2a10",
    metrics: { durationMs: 29_000, billedDurationMs: 29_000, memorySizeMB: 512 },
    status,
  },
});
