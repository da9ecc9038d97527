import { hex, textOf, utf8 } from "#shared/domain/bytes.ts";
import { sha256 } from "./sha256.ts";

/** One leaf of the evidence log (evidence-log.md, section 2). */
export interface LogEntry {
  /** The row's hash: lower-case hex SHA-256. */
  row: string;
  /** What the row is about, without naming it: lower-case hex SHA-256. */
  subject: string;
  /** When the log took the row: ISO 8601 UTC with milliseconds, never before the leaf before. */
  time: string;
}

/** Every entry has the same length, so bundles of them need no index. */
export const ENTRY_BYTES = 185;

/** The RFC 8785 text: members in the order of their names, and nothing to escape in them. */
export const entryText = ({ row, subject, time }: LogEntry): string =>
  `{"row":"${row}","subject":"${subject}","time":"${time}"}`;

export const entryBytes = (entry: LogEntry): Uint8Array => utf8(entryText(entry));

const ENTRY =
  /^\{"row":"([0-9a-f]{64})","subject":"([0-9a-f]{64})","time":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"\}$/;

/** Parses an entry; null if it is not one in its only spelling. */
export function parseEntry(bytes: Uint8Array): LogEntry | null {
  const found = bytes.length === ENTRY_BYTES ? ENTRY.exec(textOf(bytes)) : null;
  const [, row = "", subject = "", time = ""] = found ?? [];
  return found !== null && !Number.isNaN(Date.parse(time)) ? { row, subject, time } : null;
}

/** What a row is about. */
export interface About {
  resource_type: string;
  resource_id: string;
  action: string;
}

/** The same for all rows of one resource; a row without a resource id goes by its action. */
export const subjectOf = ({ resource_type, resource_id, action }: About): string =>
  hex(sha256(utf8(`countersign subject\n${resource_type}\n${resource_id || action}`)));
