import { isChained } from "#shared/domain/audit/chains.ts";
import type { Refusal } from "#shared/domain/audit/life.ts";
import { type AuditRow, isLogged, loggedHash } from "#shared/domain/audit/row.ts";
import { auditVocabulary } from "#shared/domain/audit/vocabulary.ts";
import { isDecisionRow } from "#shared/domain/reviews/actions.ts";
import { subjectOf } from "./entry.ts";
import { namedRows } from "./named-rows.ts";
import type { JudgeWriter, WriterFault } from "./writer-fault.ts";

/*
 * Decides which rows the sequencer takes. It trusts only the content of a row, not what is stored about
 * the row elsewhere. A row that does not follow from the rows taken before is left out, and named.
 */

/** Where an audit row is in the table. */
export type RowKey = Readonly<Record<"pk" | "sk", string>>;

/** A row as found under a key. */
export interface FoundRow {
  key: RowKey;
  /** Not to be trusted: anyone who can write to the table decides what is here. */
  row: unknown;
  writer?: unknown;
  writer_signature?: unknown;
}

/** The last row that the log took of a chained subject. */
export interface SubjectHead {
  row_hash: string;
  /** Its sort key. */
  place: string;
}

/** A row that may become a leaf. */
export interface Leaf {
  key: RowKey;
  row_hash: string;
  subject: string;
  /** The review request that it decides; null for all other rows. */
  decides: string | null;
  /** The hashes of the rows that this row names. The log takes those first. */
  names: readonly string[];
  written_at: string;
  /** Only for the rows of a chain: its subject's head once this row is taken. */
  head: SubjectHead | null;
}

export interface Refused {
  key: RowKey;
  reason: Reason;
}

/** Why the log does not take a row. */
type Reason =
  | "row_missing"
  | "not_a_row"
  | "wrong_place"
  | "hash_differs"
  | WriterFault
  | "does_not_follow"
  | Refusal["refused"]
  | "row_changed"
  | "trail_branched"
  | "logged_late"
  | "time_in_future"
  | "state_differs"
  | "in_the_log";

/**
 * A row that may still be taken later. It is dated ahead of the log's clock, or it names a row that the
 * log has not taken yet, so it goes on waiting.
 */
export interface Left {
  key: RowKey;
  reason: "time_in_future" | "names_a_waiting_row";
}

/** The log's verdict on a set of rows. */
export interface Judged {
  leaves: Leaf[];
  left: Left[];
  refused: Refused[];
}

/** What applies to every row of a run. */
export interface Rules {
  /** The partition key of a resource's rows, from its type and id. */
  partition: (resourceType: string, resourceId: string) => string;
  /** Judges who wrote a row. */
  writerFault: JudgeWriter;
  /** The log's clock, ISO 8601 UTC. */
  now: string;
}

/** How far ahead of the log's clock a row may be dated. */
export const AHEAD_MS = 5000;

interface ReadRow {
  row: AuditRow;
  row_hash: string;
}

/** Reads a row and computes its hash from its content. */
function read({ key, row }: FoundRow, { partition }: Rules): ReadRow | { reason: Reason } {
  if (row === undefined || row === null) return { reason: "row_missing" };
  const content = row as AuditRow;
  const isText = [
    content.id,
    content.created_at,
    content.resource_type,
    content.resource_id,
    content.action,
  ].every((value) => typeof value === "string");
  if (!isText || typeof content.context !== "object" || content.context === null) {
    return { reason: "not_a_row" };
  }
  const { resource_type, resource_id, created_at, id, action } = content;
  const known = (auditVocabulary as Record<string, { resourceType: string }>)[action];
  const isPlaced =
    key.pk === partition(resource_type, resource_id) &&
    key.sk.startsWith(`${created_at}#`) &&
    key.sk.endsWith(`#${id}`);
  if (!isPlaced || known?.resourceType !== resource_type || !isLogged(content)) {
    return { reason: "wrong_place" };
  }
  try {
    const row_hash = loggedHash(content);
    return content.row_hash === row_hash ? { row: content, row_hash } : { reason: "hash_differs" };
  } catch {
    return { reason: "not_a_row" };
  }
}

const leafOf = (key: RowKey, { row, row_hash }: ReadRow, head: SubjectHead | null): Leaf => ({
  key,
  row_hash,
  subject: subjectOf(row),
  decides: isDecisionRow(row) ? row.resource_id : null,
  names: namedRows(row),
  written_at: row.created_at,
  head,
});

/** The row, if its writer was allowed to write it; otherwise why the log does not take it. */
async function readSigned(found: FoundRow, rules: Rules): Promise<ReadRow | { reason: Reason }> {
  const known = read(found, rules);
  if ("reason" in known) return known;
  const reason = await rules.writerFault(known.row, known.row_hash, found);
  return reason === null ? known : { reason };
}

const isAhead = ({ created_at }: AuditRow, { now }: Rules): boolean =>
  !(Date.parse(created_at) <= Date.parse(now) + AHEAD_MS);

/** Judges rows of a resource that have no chain, in the order of their sort keys. */
export async function takeUnchained(rows: readonly FoundRow[], rules: Rules): Promise<Judged> {
  const judged: Judged = { leaves: [], left: [], refused: [] };
  for (const found of rows) {
    const known = await readSigned(found, rules);
    const { key } = found;
    if ("reason" in known) judged.refused.push({ key, reason: known.reason });
    else if (isChained(known.row.resource_type) || known.row.prev_hash != null)
      judged.refused.push({ key, reason: "does_not_follow" });
    else take(judged, known, { key, head: null }, rules);
  }
  return judged;
}

/** Takes a row as a leaf, or leaves it waiting if it or a row before it is dated ahead. */
function take(
  judged: Judged,
  known: ReadRow,
  { key, head }: Pick<Leaf, "key" | "head">,
  rules: Rules,
): void {
  if (judged.left.length > 0) judged.left.push({ key, reason: "names_a_waiting_row" });
  else if (isAhead(known.row, rules)) judged.left.push({ key, reason: "time_in_future" });
  else judged.leaves.push(leafOf(key, known, head));
}

/**
 * Judges the rows of a chained subject that come after the last one taken.
 * @param rows in the order of their sort keys, both those known to wait and those not yet known to wait
 * @returns the leaves in the order of the chain, and why each of the other rows is not a leaf
 */
export async function takeChained(
  head: SubjectHead | null,
  rows: readonly FoundRow[],
  rules: Rules,
): Promise<Judged> {
  const judged: Judged = { leaves: [], left: [], refused: [] };
  let last = head;
  for (const found of rows) {
    const { key } = found;
    const known = await readSigned(found, rules);
    const reason = "reason" in known ? known.reason : faultOf(known.row, last);
    if (reason !== null || "reason" in known) {
      judged.refused.push({ key, reason: reason ?? "not_a_row" });
      continue;
    }
    last = { row_hash: known.row_hash, place: key.sk };
    take(judged, known, { key, head: last }, rules);
  }
  return judged;
}

const faultOf = (row: AuditRow, last: SubjectHead | null): Reason | null =>
  row.prev_hash === (last?.row_hash ?? null) ? null : "does_not_follow";

/** The hash of whatever is under a row's key; null if it is not a row. */
export function hashOfFound({ row }: FoundRow): string | null {
  try {
    return loggedHash(row as AuditRow);
  } catch {
    return null;
  }
}
