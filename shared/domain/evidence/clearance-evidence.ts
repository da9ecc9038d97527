import { entryBytes, subjectOf } from "#shared/domain/log/entry.ts";
import { leafHash } from "#shared/domain/log/merkle.ts";
import { parseHashLines } from "#shared/domain/log/proof-text.ts";
import { provesInclusion } from "#shared/domain/log/proofs.ts";
import { type Checkpoint, checkpointIn } from "#shared/domain/log/signed-note.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { lateText, NOBODY_CAN_SHOW } from "./checks/log.ts";
import type { ClearanceEvidence, ClearanceFile, NamedLeaf, ProvenRow } from "./clearance-file.ts";
import type { WholeLog } from "./facts.ts";
import { fail, type Line, nameOf, open, pass, told } from "./finding.ts";
import type { Leaf } from "./leaf.ts";
import { foundAlone } from "./replay/rows-of-file.ts";
import { indexOf, restingOn } from "./resting.ts";
import type { Trust } from "./trust.ts";

/* What the rows in a clearance answer prove about it. */

/** The findings about the rows themselves. @param whole null: the log was not read */
export async function rowsLines(
  evidence: ClearanceEvidence,
  trust: Trust,
  whole: WholeLog | null,
): Promise<Line[]> {
  const name = "rows";
  const { rows, checkpoint } = evidence;
  const read = checkpoint === null ? null : checkpointIn(checkpoint);
  if (checkpoint !== null) {
    const verdict = await trust.judge(checkpoint);
    if (verdict.status === "invalid") return [fail(name, `${verdict.reason}`)];
    if (verdict.status === "unsure") return [open(name, verdict.reason)];
  }
  const hashes = new Set(rows.map(({ row }) => row.row_hash));
  if (hashes.size < rows.length) return [fail(name, "A row is there twice.")];
  const leaves = leavesOf(rows, whole);
  const known = { leaves, rowsKeys: trust.rows, log: whole };
  const found = await foundAlone(
    rows.map(({ row }) => row),
    { ...evidence, log: evidence },
    known,
  );
  const wrong = found.find((one) => one.name !== "logged_late");
  if (wrong !== undefined) return [fail(name, told(wrong))];
  const fault = rows.map((one) => proofFault(one, read, whole)).find((one) => one !== null);
  if (fault != null) return [fail(name, fault)];
  const waiting = rows.length - leaves.size;
  if (waiting > 0) {
    return [open(name, `The log has not taken ${waiting} of ${countOf(rows.length, "row")} yet.`)];
  }
  const [late] = found;
  if (late !== undefined) return [open(name, `${lateText(late)} ${NOBODY_CAN_SHOW}`)];
  const text = `${countOf(rows.length, "row")}, each signed by the function that wrote it, and in the log.`;
  return [pass(name, text)];
}

/** The rows' leaves in the log: from the file, or from the whole log if the file has none. */
const leavesOf = (rows: readonly ProvenRow[], whole: WholeLog | null): ReadonlyMap<string, Leaf> =>
  new Map(
    rows.flatMap(({ row, leaf }) => {
      const known = leaf ?? ownLeaf(row, whole);
      return known === undefined ? [] : [[row.row_hash, known] as const];
    }),
  );

const ownLeaf = (row: ProvenRow["row"], whole: WholeLog | null) =>
  whole?.rowsOf(subjectOf(row)).find((one) => one.row === row.row_hash);

function proofFault(
  { row, leaf }: ProvenRow,
  checkpoint: Checkpoint | null,
  whole: WholeLog | null,
): string | null {
  if (leaf === null) return null;
  const name = nameOf(row);
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
  return whole === null || ownLeaf(row, whole)?.index === index
    ? null
    : `row_unlogged: the log that was given does not have ${name}.`;
}

/** Whether the log has the leaf that an answer names for a resource. @param leaf null: no leaf */
export function hasLeaf(
  log: WholeLog,
  resource_type: string,
  resource_id: string,
  leaf: NamedLeaf,
): boolean {
  const rows = log.rowsOf(subjectOf({ resource_type, resource_id, action: "" }));
  return leaf === null || rows.some(({ index, row }) => index === leaf.index && row === leaf.hash);
}

/** Whether the approvals match the rows, and the file has exactly the rows they need. */
export function approvalsLine(file: ClearanceFile, evidence: ClearanceEvidence): Line {
  const name = "approvals";
  const rows = evidence.rows.map(({ row }) => row);
  const index = indexOf(rows);
  const needed = new Set<string>();
  for (const approval of file.approvals) {
    const resting = restingOn(approval, file.framework_id, index);
    if (resting.fault !== null) {
      return fail(name, `state_differs: "${approval.use_case_id}": ${resting.fault}`);
    }
    for (const { row_hash } of resting.rows) needed.add(row_hash);
  }
  const other = rows.find((row) => !needed.has(row.row_hash) && !isKeyRow(row));
  if (other !== undefined) {
    return fail(name, `No approval rests on ${other.action} of ${other.created_at}.`);
  }
  const rules = countOf(file.approvals.length, "rule");
  return pass(name, `By the rows: outcome, wording, name and date of ${rules}.`);
}

const keyActions: ReadonlySet<string> = new Set([
  "platform.clearance_key.provisioned",
  "platform.clearance_key.rotated",
]);
/** Whether a row says that a key signs statements. */
export const isKeyRow = ({ action }: { action: string }): boolean => keyActions.has(action);

/** Whether a row says that the statement's key is the service's. @param kid the key's thumbprint */
export function keyLine({ rows }: ClearanceEvidence, kid: string): Line {
  const own = rows.filter(({ row }) => isKeyRow(row));
  const isTheirs = own.length === 1 && own[0]?.row.context.kid === kid;
  return isTheirs
    ? pass("statement_key", `The row of ${own[0]?.row.created_at} names it: ${kid}.`)
    : fail("statement_key", `key_unannounced: no logged row names the key ${kid}.`);
}
