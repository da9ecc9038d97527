import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { noteSweep, sampled } from "#test/support/full-size.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

/** The offline verifier, as the service serves it, on answers that were saved. */

const system = suiteSystemWithLog();
let auditor: Auditor;
let framework_id = "";
/** Options with a JWKS, with one JWK from it, and with somebody else's JWK. */
let keys: { set: string[]; one: string[]; other: string[] };
let log: string[] = [];
/** Saved answers: after and before the amended rule's second review. */
let green: Answer;
let red: Answer;

type Answer = Record<string, unknown> & {
  cleared: boolean;
  blockers: Record<string, unknown>[];
  approvals: Record<string, unknown>[];
  statement: { payload: string; signatures: { keyid: string; sig: string }[] };
  // biome-ignore lint/suspicious/noExplicitAny: rows of every kind are altered here
  evidence: { rows: Record<string, any>[]; writers: Record<string, string>[] };
};

const ask = async (rules: object[]): Promise<Answer> =>
  (
    await expectStatus(
      system.admin("POST", "/clearance?statement=true", { framework_id, rules }),
      200,
    )
  ).body;

beforeAll(async () => {
  await system.admin("POST", "/admin/setup/clearance-key/provision-key");
  const commissioned = await commission(system);
  framework_id = commissioned.frameworkId;
  const path = `/counsel/review/${commissioned.token}/decide`;
  await system.api()("POST", path, { decision: "approved" });
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  green = await ask([ruleText("rule.a"), ruleText("rule.b")]);
  red = await ask([ruleText("rule.a"), ruleText("rule.b", { title: "Amended" })]);
  auditor = await auditorOf(system);
  await auditor.copyLog();
  const jwks = (await system.api()("GET", "/clearance/keys")).body;
  const saved = (name: string, value: unknown): string[] => {
    const file = join(auditor.folder, name);
    writeFileSync(file, JSON.stringify(value));
    return ["--key", file];
  };
  const stranger = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  keys = {
    set: saved("keys.json", jwks),
    one: saved("key.json", jwks.keys[0]),
    other: saved("other.json", { ...stranger, kid: jwks.keys[0].kid }),
  };
  log = auditor.options.slice(-2);
});
afterAll(async () => {
  auditor.close();
});

const run = async (answer: unknown, options: string[]) =>
  (await auditor.run(JSON.stringify(answer), options)).status;

describe("a saved answer", () => {
  test("verifies with keys and log alone, whether its gate was green or red for a named reason", async () => {
    expect([green.cleared, red.cleared]).toEqual([true, false]);
    expect(red.blockers).toMatchObject([
      { use_case_id: "rule.b", reason: "wording_differs", changed_fields: ["title"] },
    ]);
    for (const answer of [green, red]) {
      expect(await run(answer, [...keys.set, ...auditor.options])).toBe(0);
      expect(await run(answer, [...keys.one, ...auditor.options])).toBe(0);
    }
  });

  test("is not called good without log, or without the statement's key", async () => {
    expect(await run(green, keys.set)).toBe(3);
    expect(await run(green, auditor.options)).toBe(3);
    expect(await run(green, [...keys.other, ...auditor.options])).toBe(1);
  });

  test("is not proven by a log whose key nobody pinned, because only the log's signer vouches for it", async () => {
    for (const answer of [green, red]) {
      const { status, stdout } = await auditor.run(JSON.stringify(answer), [...keys.set, ...log]);
      expect(status).toBe(3);
      expect(stdout).toMatch(/could be checked: log_keys\.$/m);
    }
  });

  test("says what it is about", async () => {
    const { stdout } = await auditor.run(JSON.stringify(red), [...keys.set, ...auditor.options]);
    expect(stdout).toContain("Clearance   of 2 rules");
    expect(stdout).toContain("not cleared: 1 blocked");
    expect(stdout).toContain("RESULT: genuine, unchanged and complete.");
  });
});

/** Every copy of a value in which one part has another value, or is left out. */
function* altered(value: unknown): Generator<unknown> {
  if (typeof value === "string") {
    yield `${value} `;
    yield value === "" ? "a" : `${value.slice(0, -1)}${value.endsWith("a") ? "b" : "a"}`;
  } else if (typeof value === "number") yield value + 1;
  else if (typeof value === "boolean") yield !value;
  else if (value === null) yield "text";
  else if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) {
      for (const other of altered(one)) yield value.with(at, other);
      yield value.toSpliced(at, 1);
      yield [...value, one];
    }
  } else if (typeof value === "object") {
    for (const [name, one] of Object.entries(value as object)) {
      for (const other of altered(one)) yield { ...value, [name]: other };
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
    }
    yield { ...value, more: 1 };
  }
}

test.each(["green", "red"])(
  "of the %s answer every altered copy is found, whatever was altered",
  async (which) => {
    const answer = which === "green" ? green : red;
    const all = [...altered(answer)];
    expect(all.length).toBeGreaterThan(60);
    // By default, every seventh copy: a text in an object gives three and a number two, so that a step
    // which shares a factor with them would meet only one kind of copy.
    const copies = sampled(all, 7, which === "green" ? 0 : 3);
    noteSweep(`altered copies of a ${which} answer that were found`, copies.length);
    const genuine: unknown[] = [];
    for (const copy of copies) {
      const status = await run(copy, [...keys.set, ...auditor.options]);
      // A copy that is no answer any more cannot be judged. One without its rows is what others get.
      const isWithoutRows = status === 3 && !("evidence" in (copy as Answer));
      if (status !== 1 && status !== 2 && !isWithoutRows) genuine.push(copy);
    }
    expect(genuine).toEqual([]);
  },
  120_000,
);

test("OpenSSL, which shares no code with the service, accepts both and refuses an altered one", async () => {
  const file = (name: string) => join(auditor.folder, name);
  const verify = (answer: Answer) => {
    writeFileSync(file("saved.json"), JSON.stringify(answer));
    const script = "test/independent/verify_statement.sh";
    const { status, stdout } = spawnSync("sh", [script, file("saved.json"), file("keys.json")], {
      encoding: "utf8",
    });
    return [status, stdout.trim()];
  };
  expect(verify(green)).toEqual([0, "Signature Verified Successfully"]);
  expect(verify(red)).toEqual([0, "Signature Verified Successfully"]);
  const { payload } = red.statement;
  expect(verify({ ...green, statement: { ...green.statement, payload } })[0]).toBe(1);
});

test("the verifier finds another answer's statement, and a statement with another result", async () => {
  expect(await run({ ...green, statement: red.statement }, [...keys.set, ...log])).toBe(1);
  const text = Buffer.from(green.statement.payload, "base64").toString();
  const payload = Buffer.from(text.replace("PASSED", "FAILED")).toString("base64");
  const statement = { ...green.statement, payload };
  expect(await run({ ...green, statement }, [...keys.set, ...log])).toBe(1);
});
