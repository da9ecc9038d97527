import { entryBytes, subjectOf } from "#shared/domain/log/entry.ts";
import { leafHash } from "#shared/domain/log/merkle.ts";
import { parseHashLines } from "#shared/domain/log/proof-text.ts";
import { provesInclusion } from "#shared/domain/log/proofs.ts";
import { type Checkpoint, parseCheckpoint, parseNote } from "#shared/domain/log/signed-note.ts";
import { countOf } from "#shared/domain/text/count.ts";
import { lateText, NOBODY_CAN_SHOW } from "./checks/log.ts";
import { writersFault } from "./checks/writers.ts";
import type { ClearanceEvidence, ClearanceFile, ProvenRow } from "./clearance-file.ts";
import type { WholeLog } from "./facts.ts";
import { nameOf, told } from "./finding.ts";
import type { Leaf } from "./leaf.ts";
import { rowFaults } from "./replay/chain.ts";
import type { Found } from "./replay/world.ts";
import { indexOf, restingOn } from "./resting.ts";
import type { Trust } from "./trust.ts";
import { type Line, line } from "./verify.ts";

/* What the rows in a clearance answer show of it. */

/** The rows' own lines. @param whole null: the log was not read */
export async function rowsLines(
  evidence: ClearanceEvidence,
  trust: Trust,
  whole: WholeLog | null,
): Promise<Line[]> {
  const name = "rows";
  const { rows, checkpoint } = evidence;
  const note = checkpoint === null ? null : parseNote(checkpoint);
  const read = note && parseCheckpoint(note.text);
  if (checkpoint !== null) {
    const verdict = await trust.judge(checkpoint);
    if (verdict.status === "invalid") return [line("fail", name, `${verdict.reason}`)];
    if (verdict.status === "unsure") return [line("open", name, verdict.reason)];
  }
  const hashes = new Set(rows.map(({ row }) => row.row_hash));
  if (hashes.size < rows.length) return [line("fail", name, "A row is there twice.")];
  const fault = rows.map((one) => rowFault(one, read, whole)).find((one) => one !== null);
  if (fault != null) return [line("fail", name, fault)];
  const unwritten = await writersFault({
    origin: evidence.origin,
    rows: rows.map(({ row }) => row),
    writers: evidence.writers,
    rowsKeys: trust.rows,
    leaves: leavesOf(rows),
    log: whole,
  });
  if (unwritten !== null) return [line("fail", name, unwritten)];
  const waiting = rows.filter((one) => leafIn(one, whole) === null);
  if (waiting.length > 0) {
    const text = `The log has not taken ${waiting.length} of ${countOf(rows.length, "row")} yet.`;
    return [line("open", name, text)];
  }
  const late = rows.flatMap((one) => foundOf(one, whole)).find((one) => one.name === "logged_late");
  if (late !== undefined) return [line("open", name, `${lateText(late)} ${NOBODY_CAN_SHOW}`)];
  const text = `${countOf(rows.length, "row")}, each signed by the function that wrote it, and in the log.`;
  return [line("pass", name, text)];
}

const leavesOf = (rows: readonly ProvenRow[]): ReadonlyMap<string, Leaf> =>
  new Map(rows.flatMap(({ row, leaf }) => (leaf === null ? [] : [[row.row_hash, leaf] as const])));

/** Where the log has the row: by the file, or where the file does not say so, by the whole log. */
const leafIn = ({ row, leaf }: ProvenRow, whole: WholeLog | null): Leaf | null =>
  leaf ?? whole?.rowsOf(subjectOf(row)).find((one) => one.row === row.row_hash) ?? null;

/** What is wrong with a row by itself. */
function foundOf(one: ProvenRow, whole: WholeLog | null): Found[] {
  const { writer: _, writer_signature: __, ...row } = one.row;
  const { resource_type: type, resource_id: id } = row;
  const faults = rowFaults({ row, leaf: leafIn(one, whole), writerFault: null });
  return faults.map((fault) => ({ ...fault, type, id, row }));
}

function rowFault(
  one: ProvenRow,
  checkpoint: Checkpoint | null,
  whole: WholeLog | null,
): string | null {
  const { row, leaf } = one;
  const name = nameOf(row);
  const wrong = foundOf(one, whole).find((found) => found.name !== "logged_late");
  if (wrong !== undefined) return told(wrong);
  if (leaf === null) return null;
  const { index, time } = leaf;
  const hashes = parseHashLines(leaf.hashes);
  const entry = entryBytes({ row: row.row_hash, subject: subjectOf(row), time });
  const isProven =
    checkpoint !== null &&
    hashes !== null &&
    provesInclusion(leafHash(entry), {
      index,
      size: checkpoint.size,
      root: checkpoint.root,
      hashes,
    });
  if (!isProven) return `row_unlogged: the proof of ${name} does not lead to the checkpoint.`;
  const own = whole?.rowsOf(subjectOf(row)).find((one) => one.row === row.row_hash);
  return whole === null || own?.index === index
    ? null
    : `row_unlogged: the log that was given does not have ${name}.`;
}

/** Whether the approvals are what the rows say, and the rows are those and no others. */
export function approvalsLine(file: ClearanceFile, evidence: ClearanceEvidence): Line {
  const name = "approvals";
  const rows = evidence.rows.map(({ row }) => row);
  const index = indexOf(rows);
  const needed = new Set<string>();
  for (const approval of file.approvals) {
    const resting = restingOn(approval, file.framework_id, index);
    if (resting.fault !== null) {
      return line("fail", name, `state_differs: "${approval.use_case_id}": ${resting.fault}`);
    }
    for (const { row_hash } of resting.rows) needed.add(row_hash);
  }
  const other = rows.find((row) => !needed.has(row.row_hash) && !isKeyRow(row));
  if (other !== undefined) {
    return line("fail", name, `No approval rests on ${other.action} of ${other.created_at}.`);
  }
  const rules = countOf(file.approvals.length, "rule");
  return line("pass", name, `By the rows: outcome, wording, name and date of ${rules}.`);
}

const keyActions: ReadonlySet<string> = new Set([
  "platform.clearance_key.provisioned",
  "platform.clearance_key.rotated",
]);
const isKeyRow = ({ action }: { action: string }): boolean => keyActions.has(action);

/** Whether a row says that the statement's key is the service's. @param kid the key's thumbprint */
export function keyLine({ rows }: ClearanceEvidence, kid: string): Line {
  const own = rows.filter(({ row }) => isKeyRow(row));
  const isTheirs = own.length === 1 && own[0]?.row.context.kid === kid;
  return isTheirs
    ? line("pass", "statement_key", `The row of ${own[0]?.row.created_at} names it: ${kid}.`)
    : line("fail", "statement_key", `key_unannounced: no logged row names the key ${kid}.`);
}
