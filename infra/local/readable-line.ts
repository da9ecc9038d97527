import { errorCodes, titleOf } from "#shared/domain/errors.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields of every line that a reader at a terminal does not need. */
const unread = new Set(["level", "event", "_aws", "traceparent", "stack", "duration_ms"]);

/**
 * A log line in the form for a terminal; null: the line is only of use in stored logs.
 * @param line a line of the functions or of the local run: JSON, or any text
 */
export function readableLine(line: string, at: Date): string | null {
  const fields = fieldsOf(line);
  const text = fields === null ? line : wordsOf(fields);
  return text === null ? null : `${at.toTimeString().slice(0, 8)}  ${text}`;
}

function fieldsOf(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}

function wordsOf(fields: Fields): string | null {
  const { event, level, message } = fields;
  if (event === "request") return requestWords(fields);
  if (event === "rule_review.link_issued") return `Counsel's link: ${fields.magic_link_url}`;
  if (event === "local_run") return String(message);
  if (event === "discovery_run") return `Discovery run: ${rest(fields)}`;
  if (event === "job" && level === "error") {
    return `The job ${fields.operation} has failed: ${failure(fields)}`;
  }
  return level === "warn" || level === "error" ? `${level}: ${event}, ${rest(fields)}` : null;
}

function requestWords(fields: Fields): string {
  const [method = "", path = ""] = String(fields.route).split(" ");
  const done = `${method.padEnd(6)} ${path.padEnd(44)} ${fields.status} ${String(fields.duration_ms).padStart(5)} ms`;
  const said = failure(fields);
  return said === "" ? done : `${done}  ${said}`;
}

/** What went wrong, in words; empty if nothing did. */
function failure({ code, error, stack }: Fields): string {
  const known = errorCodes().find((one) => one === code);
  const title = known === undefined ? "" : `${titleOf(known)} (${known})`;
  const [place] = Array.isArray(stack) ? stack : [];
  const cause =
    typeof error === "string" ? `${error}${place === undefined ? "" : ` ${place}`}` : "";
  return [title, cause].filter((part) => part !== "").join(": ");
}

const rest = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([name, value]) => !unread.has(name) && value !== null)
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");
