import { expect } from "vitest";
import { type CheckId, checkIds } from "#shared/domain/evidence/check.ts";

/** A check of the service's evidence. */
export interface Check {
  id: CheckId;
  result: string;
  detail: string;
}

/** The service sees today's table of counsel and rules. The verifier sees the whole log instead. */
const seenByOne: ReadonlySet<string> = new Set(["content_current", "counsel_identity", "log"]);
const NAME_AT = 12;

/** Findings from the record's own count of its rows, which no bundle contains. */
const byHead = /^The record counts|^The last row is not the one/;

/** The check that reports each finding, where the finding is printed under its own name. */
const checkOf: Readonly<Record<string, string>> = {
  row_changed: "audit_chain",
  trail_branched: "audit_chain",
  illegal_transition: "audit_sequence",
  reference_broken: "audit_sequence",
  decided_twice: "audit_sequence",
};

/** The check to which a line of the report belongs. */
function checkIn(line: string): string {
  const [name = "", ...rest] = line.split(/\s+/);
  const said = rest.join(" ");
  if (name === "row_missing") return said.startsWith("The log has") ? "log" : "audit_chain";
  if (name === "state_differs") {
    return /^(Differs from|No row about)/.test(said) ? "counsel_identity" : "audit_sequence";
  }
  return checkOf[name] ?? name;
}

/** Expects the service's evidence and the verifier's report to fail the same checks. */
export function expectAlike(checks: readonly Check[], report: string): void {
  const marked = report
    .split("\n")
    .filter((line) => /^(CHANGED|NOTED) /.test(line))
    .map((line) => checkIn(line.slice(NAME_AT)));
  const verifier = checkIds.filter((id) => marked.includes(id));
  const service = checks
    .filter(({ result, detail }) => result === "fail" && !byHead.test(detail))
    .map(({ id }) => id);
  const both = (ids: readonly string[]) => ids.filter((id) => !seenByOne.has(id)).sort();
  expect({ service: both(service) }).toEqual({ service: both(verifier) });
}
