type Level = "info" | "warn" | "error";

/**
 * One JSON line on standard output. Callers name each field: no raw event, body, token, path or
 * secret is ever passed here (the link line of the first seed is the one exception it demands).
 */
export function log(level: Level, event: string, fields: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify({ level, event, ...fields }));
}

/** What may be logged of an unforeseen error: its name and stack frames, never its message. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { error: error.name, stack: frames.slice(0, 8).map((line) => line.trim()) };
}
