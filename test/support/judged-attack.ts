import { expect } from "vitest";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import type { Attacker, Case } from "./evidence-attacker.ts";
import type { Auditor } from "./forge-bundle.ts";
import { expectStatus } from "./review-fixture.ts";

/**
 * An attack on a running system, and who finds it: `verify-bundle.mjs bundle.json --key … --log …`,
 * the service's own evidence, and `verify-bundle.mjs --receipt receipt.json --key … --log …`.
 */
export interface Attack {
  name: string;
  attack: (on: Attacker) => Promise<Case>;
  /** What the verifier says, with exit code 1. */
  found: RegExp | null;
  /** What the service's evidence says; null: the table alone cannot show it. */
  evidence: RegExp | null;
  /** The exit code for the receipt that counsel kept. */
  receipt?: 0 | 1;
}

/** Carries it out, and holds what the three say against what they have to say. */
export async function judgeAttack(
  on: Attacker,
  auditor: Auditor,
  { attack, found, evidence, receipt }: Attack,
): Promise<void> {
  const one = await attack(on);
  const path = `/admin/rule-reviews/${one.review.id}`;
  const { checks } = (await expectStatus(on.system.admin("GET", `${path}/evidence`), 200)).body;
  const failing = (checks as { result: string; detail: string }[])
    .filter(({ result }) => result === "fail")
    .map(({ detail }) => detail);
  const { text } = await expectStatus(on.system.admin("GET", `${path}/bundle`), 200);
  await auditor.copyLog();
  await one.undo?.();
  const { status, stdout } = await auditor.run(text, auditor.options, DEVELOPMENT_SECRET);
  expect({ status, stdout }).toEqual({
    status: found === null ? 0 : 1,
    stdout: expect.stringMatching(found ?? /RESULT: genuine/),
  });
  if (evidence !== null) expect(failing.join("\n")).toMatch(evidence);
  if (receipt === undefined) return;
  const options = ["--receipt", ...auditor.options];
  expect((await auditor.run(JSON.stringify(one.receipt), options)).status).toBe(receipt);
}
