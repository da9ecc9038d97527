import { afterAll, beforeAll, expect, test } from "vitest";
import { parseNote, verifyNote } from "#shared/domain/log/signed-note.ts";
import { ML_DSA_44 } from "#shared/domain/log/verifier-key.ts";
import { askAgain, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { startWitness, type Witness } from "#test/support/witness.ts";

let system: TestSystem;
let first: Witness;
let second: Witness;
let logKey: string;

beforeAll(async () => {
  first = await startWitness("first.example");
  second = await startWitness("second.example", ML_DSA_44);
  system = await startTestSystemWithLog({
    settings: { LOG_WITNESSES: `${first.setting}, ${second.setting}` },
  });
  logKey = (await log("key")).split("\n")[0] ?? "";
  first.logKey = logKey;
  second.logKey = logKey;
});
afterAll(async () => {
  await system.close();
  await first.close();
});

const log = async (path: string) => (await system.api()("GET", `/evidence/log/${path}`)).text;
const refusals = () =>
  system.lines
    .filter(({ event }) => event === "evidence_log.witness_refused")
    .map(({ level, witness }) => [level, witness]);

/** Adds a row and runs the sequencer; returns who cosigned the checkpoint that is served then. */
async function grow(): Promise<string[]> {
  const before = Number((await log("checkpoint")).split("\n")[1]);
  system.lines.length = 0;
  first.asked = [];
  second.asked = [];
  await askAgain(system);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const note = parseNote(await log("checkpoint"));
  if (note === null) throw new Error("It is no note.");
  expect(Number(note.text.split("\n")[1])).toBeGreaterThan(before);
  expect(note.signatures[0]?.name).toBe(logKey.split("+")[0]);
  const cosigners: string[] = [];
  for (const { key } of [first, second]) {
    const verdict = await verifyNote(note, key);
    if (verdict === "unsigned") continue;
    expect(verdict).toBe("valid");
    cosigners.push(key.name);
  }
  expect(note.signatures).toHaveLength(2 + cosigners.length);
  return cosigners;
}

const both = ["first.example", "second.example"];
const OK = { status: 200, old: expect.any(Number) };
const CONFLICT = { ...OK, status: 409 };

test("the checkpoint is served with each witness's cosignature, of either type, at every size", async () => {
  expect(await grow()).toEqual(both);
  const seen = first.seen.size;
  expect(await grow()).toEqual(both);
  expect(first.asked).toEqual([{ status: 200, old: seen }]);
  expect(refusals()).toEqual([]);
});

test("a witness that started over says where it is, and is asked again from there", async () => {
  first.seen = { size: 0, root: new Uint8Array() };
  expect(await grow()).toEqual(both);
  expect(first.asked).toEqual([CONFLICT, { status: 200, old: 0 }]);
  expect(refusals()).toEqual([]);
});

test("a witness that missed checkpoints cosigns the next one given a proof from its last", async () => {
  const { seen } = first;
  first.mode = "refuse";
  await grow();
  await grow();
  first.mode = "cosign";
  expect(await grow()).toEqual(both);
  expect(first.asked).toEqual([CONFLICT, { status: 200, old: seen.size }]);
});

test("a refusal delays nothing, is logged as the alarm expects, and ends with the next run", async () => {
  first.mode = "refuse";
  expect(await grow()).toEqual(["second.example"]);
  expect(refusals()).toEqual([["error", "first.example"]]);
  first.mode = "cosign";
  expect(await grow()).toEqual(both);
});

test("a bundle stays the same, byte for byte, when a witness cosigns its checkpoint later; the receipt has the same proof", async () => {
  const { token, review } = await askAgain(system);
  const path = `/counsel/review/${token}/decide`;
  const decide = () => expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
  await decide();
  first.mode = "refuse";
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  first.mode = "cosign";
  const bundle = async () =>
    (await system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`)).text;
  const before = await bundle();
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  expect(await log("checkpoint")).toContain("\n— first.example ");
  expect((await bundle()) === before).toBe(true);
  const { receipt } = (await decide()).body;
  const { proofs } = JSON.parse(before).log;
  const ofDecision = proofs.find(
    (one: { row_hash: string }) => one.row_hash === receipt.row.row_hash,
  );
  expect(ofDecision.log_proof === receipt.log_proof).toBe(true);
  const cosigners = both.filter((name) => receipt.log_proof.includes(`\n— ${name} `));
  expect(cosigners).toEqual(["second.example"]);
});

test("a witness that has seen a longer log, or another one, does not cosign", async () => {
  const { seen } = first;
  first.seen = { ...seen, size: 1_000_000 };
  expect(await grow()).toEqual(["second.example"]);
  expect(refusals()).toEqual([["error", "first.example"]]);
  first.seen = { size: seen.size, root: new Uint8Array(32) };
  expect(await grow()).toEqual(["second.example"]);
  expect(first.asked).toEqual([CONFLICT, { status: 422, old: seen.size }]);
  expect(refusals()).toEqual([["error", "first.example"]]);
  first.seen = seen;
});

test("a cosignature over another text is not served", async () => {
  first.mode = "forge";
  expect(await grow()).toEqual(["second.example"]);
  expect(refusals()).toEqual([["error", "first.example"]]);
  expect(first.asked.at(-1)).toEqual(OK);
  first.mode = "cosign";
});

test("a witness that repeats its cosignature is served with one, and the checkpoint stays readable", async () => {
  first.mode = "repeat";
  expect(await grow()).toEqual(both);
  expect(await grow()).toEqual(both);
  expect(refusals()).toEqual([]);
  first.mode = "cosign";
});

test("a witness that is down delays nothing", async () => {
  await second.close();
  expect(await grow()).toEqual(["first.example"]);
  expect(refusals()).toEqual([["error", "second.example"]]);
});
