import type { AuditHead } from "#shared/domain/audit/row.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { closureFault } from "../closure.ts";
import {
  type ChainedRow,
  decisionRowIn,
  type EvidenceFile,
  isDecidedFile,
} from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, none, pass, told } from "../finding.ts";
import type { FindingName } from "../replay/world.ts";
import { differingFrom } from "../state.ts";

/* The findings from replaying a file's rows, as the checks of the contract. */

const firstOf = ({ replayed }: Facts, names: readonly FindingName[]): string | null => {
  const found = replayed.found.find(({ name }) => names.includes(name));
  return found === undefined ? null : told(found);
};

/** Each row matches its hash, and follows the row before it. */
export function checkChain(facts: Facts): Finding {
  const id = "audit_chain";
  const { file, stored } = facts;
  const fault =
    strangerIn(file) ??
    firstOf(facts, ["row_changed", "row_missing", "trail_branched"]) ??
    (stored === null
      ? null
      : (headFault(file.audit, stored.heads.request) ??
        (stored.heads.counsel && headFault(file.counsel_audit, stored.heads.counsel))));
  if (fault !== null) return fail(id, fault);
  const all = facts.replayed.world.all.flatMap(({ rows }) => rows).length;
  return pass(
    id,
    `${countOf(all, "row")}, ${file.audit.length} of them the request's: they match their hashes and follow one another.`,
  );
}

/** A row that is listed among the rows of something else, or twice. */
function strangerIn({
  request,
  audit,
  counsel_audit,
  panel_audit,
  related,
}: EvidenceFile): string | null {
  const lists = [
    ["rule_review_request", request.id, audit],
    ["counsel", request.counsel_id, counsel_audit],
    ["review_panel", request.panel_id ?? "", panel_audit ?? []],
    ...related.flatMap((one) => [
      ["rule_review_request", one.request.id, one.audit] as const,
      ["counsel", one.request.counsel_id, one.counsel_audit] as const,
    ]),
  ] as const;
  for (const [type, id, rows] of lists) {
    const isTheirs = ({ resource_type, resource_id, tenant_id }: ChainedRow) =>
      resource_type === type && resource_id === id && tenant_id === null;
    const at = rows.findIndex((row) => !isTheirs(row));
    if (at >= 0) return `Row ${at + 1} (${rows[at]?.action}) belongs to something else.`;
    if (new Set(rows.map(({ row_hash }) => row_hash)).size < rows.length)
      return "A row stands here twice.";
    if (rows.length === 0 && type !== "review_panel")
      return "row_missing: There are no rows at all.";
  }
  return null;
}

function headFault(rows: readonly ChainedRow[], head: AuditHead): string | null {
  if (rows.length !== head.length) {
    return `The record counts ${countOf(head.length, "row")}, but the trail has ${rows.length}.`;
  }
  return rows.at(-1)?.row_hash === head.hash
    ? null
    : "The last row is not the one that the record names.";
}

/** Each row is one that the service writes at that point, and the file agrees with its rows. */
export function checkSequence(facts: Facts): Finding {
  const id = "audit_sequence";
  const { file, replayed } = facts;
  const fault =
    closureFault(file) ??
    firstOf(facts, ["decided_twice", "illegal_transition", "reference_broken", "state_differs"]);
  if (fault !== null) return fail(id, fault);
  const differing = differingFrom(file, replayed.world);
  if (differing.length > 0) {
    return fail(id, `state_differs: The record and its rows differ in: ${differing.join(", ")}.`);
  }
  const order = file.audit.map(({ action }) => action).join(", ");
  return pass(id, `The record agrees with its rows: ${order}.`);
}

const VIEWED = "rule_review.viewed_by_counsel";

/** Checks that counsel opened the review before deciding it. */
export function checkView({ file }: Facts): Finding {
  const id = "view_before_decision";
  if (!isDecidedFile(file)) return none(id, "There is no decision yet.");
  const decision = decisionRowIn(file);
  const viewed = file.audit.findIndex(({ action }) => action === VIEWED);
  const decided = decision === undefined ? -1 : file.audit.indexOf(decision);
  if (viewed === -1) return fail(id, "The decision was recorded without the review being opened.");
  return decided === -1 || viewed < decided
    ? pass(id, `Opened at ${file.audit[viewed]?.created_at}.`)
    : fail(id, "The review was opened only after the decision.");
}
