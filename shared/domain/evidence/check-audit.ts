import { type AuditRow, rowHash } from "#shared/domain/audit/row.ts";
import { canonicalJson } from "#shared/domain/canonical.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type Check, fail, pass, unverifiable } from "./check.ts";
import { differingFromTrail } from "./check-record.ts";

const REQUESTED = "rule_review.requested";
const VIEWED = "rule_review.viewed_by_counsel";

const nameOf = (row: AuditRow, index: number): string => `Row ${index + 1} (${row.action})`;

/**
 * Recomputes every row hash and every link of the chain, and compares the chain's end with the
 * record. Names a row that was changed, removed, inserted, reordered or taken from another request.
 */
export function checkChain(record: ReviewRecord, rows: readonly AuditRow[]): Check {
  const fault = chainFault(record, rows);
  return fault === null
    ? pass("audit_chain", `All ${rows.length} rows match their hashes and follow one another.`)
    : fail("audit_chain", fault);
}

function chainFault(record: ReviewRecord, rows: readonly AuditRow[]): string | null {
  for (const [index, row] of rows.entries()) {
    if (row.resource_id !== record.id) return `${nameOf(row, index)} belongs to another request.`;
    if (row.row_hash !== rowHash(row)) {
      return `${nameOf(row, index)} does not match its hash: it was changed after it was written.`;
    }
    if (row.prev_hash !== (rows[index - 1]?.row_hash ?? null)) {
      return `${nameOf(row, index)} does not follow the row before it: a row was removed, inserted or moved.`;
    }
  }
  const { hash, length } = record.audit_head;
  if (rows.length !== length)
    return `The record counts ${length} rows, but there are ${rows.length}.`;
  return rows.at(-1)?.row_hash === hash
    ? null
    : "The last row is not the one that the record names.";
}

/**
 * Checks the rows' order: requested first, one final row matching the status, at most one view,
 * times as in the record.
 */
export function checkSequence(record: ReviewRecord, rows: readonly AuditRow[]): Check {
  const fault = sequenceFault(record, rows);
  return fault === null
    ? pass("audit_sequence", `In order of time: ${rows.map(({ action }) => action).join(", ")}.`)
    : fail("audit_sequence", fault);
}

function sequenceFault(record: ReviewRecord, rows: readonly AuditRow[]): string | null {
  const actions = rows.map(({ action }) => action);
  if (actions[0] !== REQUESTED) return `The first row is not ${REQUESTED}.`;
  const doubled = actions.find((action, index) => actions.indexOf(action) !== index);
  if (doubled !== undefined) return `${doubled} appears more than once.`;
  const ends = actions.filter((action) => action !== REQUESTED && action !== VIEWED);
  const expected = record.status === "pending" ? [] : [`rule_review.${record.status}`];
  if (canonicalJson(ends) !== canonicalJson(expected)) {
    return `The request is ${record.status}, but its rows end with ${ends.join(", ") || "nothing"}.`;
  }
  const backwards = rows.find(
    (row, i) => i > 0 && row.created_at < (rows[i - 1] as AuditRow).created_at,
  );
  if (backwards !== undefined) return `${backwards.action} is dated before the row it follows.`;
  const differing = differingFromTrail(record, rows);
  return differing.length === 0
    ? null
    : `The record and its rows differ in: ${differing.join(", ")}.`;
}

/** Checks that counsel opened the review before deciding it. */
export function checkView(record: ReviewRecord, rows: readonly AuditRow[]): Check {
  const id = "view_before_decision";
  if (!isDecided(record)) return unverifiable(id, "There is no decision yet.");
  const viewed = rows.findIndex(({ action }) => action === VIEWED);
  const decided = rows.findIndex(({ action }) => action === `rule_review.${record.status}`);
  if (viewed === -1) return fail(id, "The decision was recorded without the review being opened.");
  return decided === -1 || viewed < decided
    ? pass(id, `Opened at ${rows[viewed]?.created_at}.`)
    : fail(id, "The review was opened only after the decision.");
}
