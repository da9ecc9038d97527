import { subjectOf } from "#shared/domain/log/entry.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import { lateText, mayWait, NOBODY_CAN_SHOW } from "./checks/log.ts";
import type { ChainedRow, Receipt } from "./evidence-file.ts";
import type { LogFacts } from "./facts.ts";
import { fail, type Line, open, pass, told } from "./finding.ts";
import type { Part } from "./read-file.ts";
import { rowFaults } from "./replay/chain.ts";
import type { Found } from "./replay/world.ts";
import { receiptKeys } from "./trust.ts";
import { broken, concluded, type Given, knownOf, type Verdict } from "./verify.ts";

/**
 * Judges counsel's receipt: whether its one row stands up to the replay on its own, and whether the log
 * has that row and no other row in its place.
 */
export async function verifyReceipt(part: Part<Receipt>, given: Given): Promise<Verdict> {
  if ("faults" in part) return broken(part);
  const { request_id, row, log_proof, origin, verifier_keys } = part.value;
  const about = [
    `Receipt     of the request "${request_id}"`,
    `Decision    "${row.action}" at ${row.created_at}`,
  ];
  const keys = verifier_keys.length === 0 ? null : verifier_keys.join("\n");
  const proofs = [{ row_hash: row.row_hash, log_proof }];
  const file = { log: { origin, keys, proofs } };
  const { lines, hasKeys, ...known } = await knownOf(file, [row], given, receiptKeys);
  // A copy of the log may be older than the keys.
  if (!hasKeys) {
    const text = "The receipt states keys that this log does not have: do not pin them.";
    lines.push(open("stated_keys", text));
  }
  const isDecisionRow =
    row.resource_type === "rule_review_request" &&
    row.resource_id === request_id &&
    isDecision(row.action.replace(/^rule_review\./, "") as never);
  if (!isDecisionRow) {
    const text = "The row is not a decision of this request.";
    return concluded([fail("row", text), ...lines], about);
  }
  const leaf = known.leaves.get(row.row_hash) ?? null;
  const found = rowFaults({ row, leaf, writerFault: null });
  const changed = found.find(({ name }) => name === "row_changed");
  if (changed !== undefined) return concluded([fail("row", told(changed)), ...lines], about);
  const own = pass("row", `The receipt's row is whole: ${row.action}, ${row.row_hash}.`);
  return concluded([own, logLine(row, found, known), ...lines], about);
}

type Known = Pick<LogFacts, "leaves" | "log" | "proofFaults" | "stored" | "now">;

/** Whether the log has the decision. The rows of a request before it are not in the receipt. */
function logLine(row: ChainedRow, found: readonly Found[], known: Known): Line {
  const { leaves, log, proofFaults } = known;
  const [fault] = proofFaults;
  if (fault !== undefined) return fail("log", `The proof: ${fault}`);
  const ahead = found.find(({ name }) => name === "time_in_future");
  if (ahead !== undefined) return fail("log", told(ahead));
  const late = found.find(({ name }) => name === "logged_late");
  if (late !== undefined) return open("log", `${lateText(late)} ${NOBODY_CAN_SHOW}`);
  const leaf = leaves.get(row.row_hash);
  if (leaf !== undefined) {
    const how = log === null ? "by its proof" : "as the log has it";
    return pass("log", `The decision is leaf ${leaf.index}, taken at ${leaf.time}, ${how}.`);
  }
  if (log === null) return open("log", "The receipt has no proof yet.");
  const all = log.rowsOf(subjectOf(row));
  const after = all.findIndex((one) => one.row === row.prev_hash);
  const other = after < 0 ? undefined : all[after + 1];
  if (other !== undefined) {
    const text = `row_unlogged: The log has another row in its place: leaf ${other.index} of ${other.time}.`;
    return fail("log", text);
  }
  return mayWait(known, row)
    ? open("log", "The log has not taken this decision yet, nor another one.")
    : fail("log", "row_unlogged: The log went on without this decision.");
}
