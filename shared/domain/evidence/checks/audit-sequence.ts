import { isPart } from "#shared/domain/reviews/actions.ts";
import { absentFields, type ReviewFieldName, trailNames } from "#shared/domain/reviews/fields.ts";
import { decisionRowIn, type EvidenceFile, isDecidedFile } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, none, pass } from "../finding.ts";
import { equal } from "../hashes.ts";
import { placeFault } from "./panel-place.ts";

const REQUESTED = "rule_review.requested";
const VIEWED = "rule_review.viewed_by_counsel";

/**
 * Checks the rows' order (requested first, at most one view, one end that matches the status), the
 * place that a panel's rows give the request, and that record and rows say the same.
 */
export function checkSequence({ file }: Facts): Finding {
  const fault = orderFault(file) ?? placeFault(file);
  if (fault !== null) return fail("audit_sequence", fault);
  const differing = differingFromTrail(file);
  if (differing.length > 0) {
    const names = differing.join(", ");
    return fail("audit_sequence", `The record and its rows differ in: ${names}.`);
  }
  const order = file.audit.map(({ action }) => action).join(", ");
  return pass("audit_sequence", `The record agrees with its rows: ${order}.`);
}

function orderFault({ request, audit }: EvidenceFile): string | null {
  const actions = audit.map(({ action }) => action).filter((action) => !isPart(action, "aside"));
  if (actions[0] !== REQUESTED) return `The first row is not ${REQUESTED}.`;
  const doubled = actions.find((action, index) => actions.indexOf(action) !== index);
  if (doubled !== undefined) return `${doubled} appears more than once.`;
  const ends = actions.filter((action) => action !== REQUESTED && action !== VIEWED);
  const expected = request.status === "pending" ? [] : [`rule_review.${request.status}`];
  if (!equal(ends, expected)) {
    return `The request is ${request.status}, but its rows end with ${ends.join(", ") || "nothing"}.`;
  }
  const late = audit.find((row, i) => i > 0 && row.created_at < (audit[i - 1]?.created_at ?? ""));
  return late === undefined ? null : `${late.action} is dated before the row it follows.`;
}

/** Fields of the record that its rows say otherwise; empty if none. */
function differingFromTrail(file: EvidenceFile): string[] {
  const { request, counsel_email, audit, record_seal } = file;
  const record: Partial<Record<ReviewFieldName, unknown>> = { ...request, counsel_email };
  const repeated = (trail: "requested" | "viewed" | "decided", row: (typeof audit)[number]) =>
    trailNames(trail)
      // `content_current` compares the wordings.
      .filter(([name, said]) => name !== "pinned_hashes" && !equal(row.context[said], record[name]))
      .map(([name]) => name);
  const requested = audit[0] as (typeof audit)[number];
  const viewed = audit.find(({ action }) => action === VIEWED);
  const decided = decisionRowIn(file);
  const differing: string[] = repeated("requested", requested);
  if (request.created_at !== requested.created_at) differing.push("created_at");
  if (viewed === undefined && request.viewed_at !== null) differing.push("viewed_at");
  if (viewed !== undefined) differing.push(...repeated("viewed", viewed));
  if (decided === undefined) {
    const late = (Object.keys(absentFields) as ReviewFieldName[]).filter(
      (name) => setByDecision(name) && (record[name] ?? null) !== null,
    );
    return [...new Set([...differing, ...late, ...(record_seal === null ? [] : ["record_seal"])])];
  }
  differing.push(...repeated("decided", decided));
  if (request.decided_at !== decided.created_at) differing.push("decided_at");
  if (record_seal === null || file.key_id !== record_seal.key_id) differing.push("record_seal");
  return [...new Set(differing)];
}

const setByDecision = (name: ReviewFieldName): boolean =>
  !trailNames("requested").some(([given]) => given === name) && name !== "viewed_at";

/** Checks that counsel opened the review before deciding it. */
export function checkView({ file }: Facts): Finding {
  const id = "view_before_decision";
  if (!isDecidedFile(file)) return none(id, "There is no decision yet.");
  const { audit, request } = file;
  const viewed = audit.findIndex(({ action }) => action === VIEWED);
  const decided = audit.findIndex(({ action }) => action === `rule_review.${request.status}`);
  if (viewed === -1) return fail(id, "The decision was recorded without the review being opened.");
  return decided === -1 || viewed < decided
    ? pass(id, `Opened at ${audit[viewed]?.created_at}.`)
    : fail(id, "The review was opened only after the decision.");
}
