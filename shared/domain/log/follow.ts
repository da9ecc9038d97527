import { type AuditRow, isChained, isLogged, loggedHash } from "#shared/domain/audit/row.ts";
import { auditVocabulary } from "#shared/domain/audit/vocabulary.ts";
import { isDecisionRow } from "#shared/domain/reviews/actions.ts";
import { subjectOf } from "./entry.ts";

/*
 * What the sequencer takes. It believes a row's content and nothing that is said about the row
 * elsewhere: what does not follow from the rows taken before is left, and named.
 */

/** Where an audit row is in the table. */
export type RowKey = Readonly<Record<"pk" | "sk", string>>;

/** A row as found under a key. */
export interface FoundRow {
  key: RowKey;
  /** Whatever is there: anyone who can write the table decides what. */
  row: unknown;
}

/** The last row that the log took of a chained subject. */
export interface SubjectHead {
  row_hash: string;
  /** Its sort key. */
  place: string;
  /** Whether the log has a decision of this subject. */
  is_decided: boolean;
}

/** A row that may become a leaf. */
export interface Leaf {
  key: RowKey;
  row_hash: string;
  subject: string;
  /** The review request that it decides; null for all other rows. */
  decides: string | null;
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
  | "second_decision"
  | "does_not_follow"
  | "in_the_log";

interface ReadRow {
  row: AuditRow;
  row_hash: string;
}

/** @param partition of the rows of a resource, by its type and id */
type Partition = (resourceType: string, resourceId: string) => string;

/** Reads a row and computes its hash from its content. */
function read({ key, row }: FoundRow, partition: Partition): ReadRow | { reason: Reason } {
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
  head,
});

/** Judges a row that has no chain. */
export function takeUnchained(found: FoundRow, partition: Partition): Leaf | Refused {
  const known = read(found, partition);
  if ("reason" in known) return { key: found.key, reason: known.reason };
  const isAlone = !isChained(known.row.resource_type) && known.row.prev_hash == null;
  return isAlone ? leafOf(found.key, known, null) : { key: found.key, reason: "does_not_follow" };
}

/**
 * Judges the rows of a chained subject that come after the last one taken.
 * @param rows in the order of their sort keys; the ones that wait and the ones that are not yet
 *   known to wait
 * @returns the leaves in the order of the chain, and why each of the others is not one
 */
export function takeChained(
  head: SubjectHead | null,
  rows: readonly FoundRow[],
  partition: Partition,
): { leaves: Leaf[]; refused: Refused[] } {
  const leaves: Leaf[] = [];
  const refused: Refused[] = [];
  let last = head;
  for (const found of rows) {
    const known = read(found, partition);
    const reason = "reason" in known ? known.reason : faultOf(known.row, last);
    if (reason !== null || "reason" in known) {
      refused.push({ key: found.key, reason: reason ?? "not_a_row" });
      continue;
    }
    last = {
      row_hash: known.row_hash,
      place: found.key.sk,
      is_decided: last?.is_decided === true || isDecisionRow(known.row),
    };
    leaves.push(leafOf(found.key, known, last));
  }
  return { leaves, refused };
}

function faultOf(row: AuditRow, last: SubjectHead | null): Reason | null {
  if (row.prev_hash !== (last?.row_hash ?? null)) return "does_not_follow";
  return last?.is_decided === true && isDecisionRow(row) ? "second_decision" : null;
}

/** The hash of whatever is under a row's key; null if it is not a row. */
export function hashOfFound({ row }: FoundRow): string | null {
  try {
    return loggedHash(row as AuditRow);
  } catch {
    return null;
  }
}
