import { hex, textOf, utf8 } from "#shared/domain/bytes.ts";
import { sha256 } from "./sha256.ts";

/** One leaf of the evidence log (evidence-log.md, section 2). */
export interface LogEntry {
  /** The row's hash: lower-case hex SHA-256. */
  row: string;
  /** Identifies the subject of the row without naming it: lower-case hex SHA-256. */
  subject: string;
  /** When the log took the row: ISO 8601 UTC with milliseconds, not before the previous leaf. */
  time: string;
}

/** Every entry has the same length, so bundles of them need no index. */
export const ENTRY_BYTES = 185;

/** How many entries a full bundle has, and how many hashes a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

/** The bytes of the log's entry at an index, from the bundle that has it; null if the bundle ends before. */
export function entryAt(index: number, bundle: Uint8Array | null | undefined): Uint8Array | null {
  const start = (index % TILE_WIDTH) * ENTRY_BYTES;
  const bytes = bundle?.subarray(start, start + ENTRY_BYTES);
  return bytes?.length === ENTRY_BYTES ? bytes : null;
}

/** The RFC 8785 text: members are in the order of their names, and none needs escaping. */
export const entryText = ({ row, subject, time }: LogEntry): string =>
  `{"row":"${row}","subject":"${subject}","time":"${time}"}`;

export const entryBytes = (entry: LogEntry): Uint8Array => utf8(entryText(entry));

const ENTRY =
  /^\{"row":"([0-9a-f]{64})","subject":"([0-9a-f]{64})","time":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"\}$/;

/** Parses an entry in its only valid spelling; null if it is no entry. */
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

/** The same for all rows of one resource. A row without a resource id is grouped by its action. */
export const subjectOf = ({ resource_type, resource_id, action }: About): string =>
  hex(sha256(utf8(`countersign subject\n${resource_type}\n${resource_id || action}`)));
