import { expect } from "vitest";
import { type CheckId, checkIds } from "#shared/domain/evidence/check.ts";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import type { Attacker, Case } from "./evidence-attacker.ts";
import type { Auditor } from "./forge-bundle.ts";
import { expectStatus } from "./review-fixture.ts";
import { hasAltered, takeBack } from "./table-attack.ts";

/**
 * An attack on a running system, and who finds it: `verify-bundle.mjs bundle.json --key … --log …`,
 * the service's own evidence, and `verify-bundle.mjs --receipt receipt.json --key … --log …`.
 */
export interface Attack {
  name: string;
  attack: (on: Attacker) => Promise<Case>;
  /** What the verifier says, with exit code 1 unless `status` is another one. */
  found: RegExp | null;
  status?: 3;
  /** What the service's evidence says; null: the table alone cannot show it. */
  evidence: RegExp | null;
  /** The exit code for the receipt that counsel kept. */
  receipt?: 0 | 1 | 3;
}

interface Check {
  id: CheckId;
  result: string;
  detail: string;
}

/** The service sees what the table says today of counsel and rules; the verifier, the whole log. */
const seenByOne: ReadonlySet<string> = new Set(["content_current", "counsel_identity", "log"]);
const NAME_AT = 12;

/** What the record's own count of its rows shows: no bundle has it. */
const byHead = /^The record counts|^The last row is not the one/;

/** By which check each finding is told, where it is printed by its own name. */
const checkOf: Readonly<Record<string, string>> = {
  row_changed: "audit_chain",
  trail_branched: "audit_chain",
  illegal_transition: "audit_sequence",
  reference_broken: "audit_sequence",
  decided_twice: "audit_sequence",
};

/** The check that a line of the report is of. */
function checkIn(line: string): string {
  const [name = "", ...rest] = line.split(/\s+/);
  const said = rest.join(" ");
  if (name === "row_missing") return said.startsWith("The log has") ? "log" : "audit_chain";
  if (name === "state_differs") {
    return /^(Differs from|No row about)/.test(said) ? "counsel_identity" : "audit_sequence";
  }
  return checkOf[name] ?? name;
}

/** The service's evidence and the verifier's report find the same checks failing. */
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

/** Carries it out, and holds what the three say against what they have to say. */
export async function judgeAttack(
  on: Attacker,
  auditor: Auditor,
  { attack, found, evidence, receipt, status: code }: Attack,
): Promise<void> {
  const one = await attack(on);
  const path = `/admin/rule-reviews/${one.review.id}`;
  const { checks } = (await expectStatus(on.system.admin("GET", `${path}/evidence`), 200)).body;
  const failing = (checks as Check[])
    .filter(({ result }) => result === "fail")
    .map(({ detail }) => detail);
  const { text } = await expectStatus(on.system.admin("GET", `${path}/bundle`), 200);
  await auditor.copyLog(hasAltered(on.system, "LOG#"));
  await takeBack(on.system);
  const { status, stdout } = await auditor.run(text, auditor.options, DEVELOPMENT_SECRET);
  expect({ status, stdout }).toEqual({
    status: found === null ? 0 : (code ?? 1),
    stdout: expect.stringMatching(found ?? /RESULT: genuine/),
  });
  expectAlike(checks, stdout);
  if (evidence !== null) expect(failing.join("\n")).toMatch(evidence);
  if (receipt === undefined) return;
  const options = ["--receipt", ...auditor.options];
  expect((await auditor.run(JSON.stringify(one.receipt), options)).status).toBe(receipt);
}
