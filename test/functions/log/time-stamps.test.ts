import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseProof } from "#shared/domain/log/proof-text.ts";
import { type Auditor, auditorOf, type Bundle } from "#test/support/forge-bundle.ts";
import { askAgain, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { type Item, itemsUnder, putItem, rewriteItem } from "#test/support/table-attack.ts";
import {
  inIndefiniteLength,
  REFUSAL,
  responseOver,
  startAuthority,
} from "#test/support/time-stamp-authority.ts";
import { startWitness, type Witness } from "#test/support/witness.ts";

/* Time stamps over checkpoints that a witness cosigns before they are stamped. */

let system: TestSystem;
let authority: Awaited<ReturnType<typeof startAuthority>>;
let witness: Witness;
let auditor: Auditor;
let id: string;

beforeAll(async () => {
  authority = await startAuthority();
  witness = await startWitness("witness.example");
  system = await startTestSystemWithLog({
    settings: { TSA_URL: authority.url, LOG_WITNESSES: witness.setting },
  });
  auditor = await auditorOf(system);
  witness.logKey = auditor.keys[0] ?? "";
  id = await decide();
});
afterAll(async () => {
  auditor.close();
  await system.close();
  await authority.close();
  await witness.close();
});

const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
const faults = () =>
  system.lines
    .filter(({ event }) => event === "evidence_log.stamp_failed")
    .map(({ level, reason, error }) => [level, reason ?? error]);

async function decide(): Promise<string> {
  const { token, review } = await askAgain(system);
  const path = `/counsel/review/${token}`;
  await expectStatus(system.api()("GET", path, undefined, { accept: "application/json" }), 200);
  await expectStatus(system.api()("POST", `${path}/decide`, { decision: "approved" }), 200);
  return review.id;
}

const bundleOf = async (review: string): Promise<Bundle> =>
  (await expectStatus(system.admin("GET", `/admin/rule-reviews/${review}/bundle`), 200)).body;

async function checkOf(review: string): Promise<{ result: string; detail: string }> {
  const { body } = await system.admin("GET", `/admin/rule-reviews/${review}/evidence`);
  return body.checks.find((check: { id: string }) => check.id === "timestamp");
}

const certificateStatus = async (review: string): Promise<number> =>
  (await system.admin("GET", `/admin/rule-reviews/${review}/certificate.pdf`)).status;

async function verify(bundle: Bundle) {
  const [key = ""] = auditor.keys;
  const { status, stdout } = await auditor.run(JSON.stringify(bundle), ["--key", key]);
  return { status, stamp: /^.* timestamp .*$/m.exec(stdout)?.[0] };
}

describe("until the authority issues a token", () => {
  test.each([
    ["refuses", () => ({ body: REFUSAL }), "refused"],
    ["is in trouble", () => ({ status: 503, body: REFUSAL }), "http_503"],
    ["stamps something else", () => ({ body: responseOver(Buffer.alloc(32, 7)) }), "other_imprint"],
    [
      "answers in indefinite length",
      (digest: Uint8Array) => ({ body: inIndefiniteLength(responseOver(digest)) }),
      "not_der",
    ],
    [
      "answers an earlier request",
      (digest: Uint8Array) => ({ body: responseOver(digest) }),
      "other_nonce",
    ],
    ["answers a page", () => ({ body: Buffer.from("<html></html>") }), "not_der"],
  ])(
    "an authority that %s delays nothing, and its token is not kept",
    async (_, answer, reason) => {
      system.lines.length = 0;
      authority.answer = answer;
      await sequence();
      expect(faults()).toEqual([["error", reason]]);
      const bundle = await bundleOf(id);
      expect(bundle.timestamp).toBeNull();
      expect(bundle.timestamp_reason).toBe("not_yet");
      expect(bundle.log.proofs.every(({ log_proof }: Bundle) => log_proof !== null)).toBe(true);
      expect((await checkOf(id)).result).toBe("unverifiable");
      expect(await verify(bundle)).toEqual({
        status: 3,
        stamp: expect.stringMatching(/^NONE .*No time stamp covers the decision yet/),
      });
    },
  );

  test("the next run asks again, over the newest checkpoint", async () => {
    system.lines.length = 0;
    authority.answer = (digest, nonce) => ({ body: responseOver(digest, nonce) });
    await sequence();
    expect(faults()).toEqual([]);
    const { text } = await system.api()("GET", "/evidence/log/checkpoint");
    expect(authority.asked.at(-1)).toEqual(createHash("sha256").update(text).digest());
  });
});

describe("a token over a checkpoint", () => {
  test("is in the bundle, passes the evidence check and the verifier", async () => {
    const bundle = await bundleOf(id);
    expect(bundle.timestamp_reason).toBeNull();
    const proof = parseProof(bundle.timestamp.log_proof);
    expect(
      Buffer.from(bundle.timestamp.token, "base64").includes(authority.asked.at(-1) ?? ""),
    ).toBe(true);
    expect(
      createHash("sha256")
        .update(proof?.checkpoint ?? "")
        .digest(),
    ).toEqual(authority.asked.at(-1));
    expect(proof?.checkpoint).toContain("\n— witness.example ");
    expect(await checkOf(id)).toMatchObject({
      result: "unverifiable",
      detail: expect.stringMatching(/A token of \d{14}Z covers the checkpoint/),
    });
    expect(await verify(bundle)).toEqual({
      status: 3,
      stamp: expect.stringMatching(/^NOT CHECKED .*its signature was not checked/),
    });
    expect(await certificateStatus(id)).toBe(200);
  });

  const token = (response: Uint8Array) => response.subarray(9);
  test.each([
    [
      "that covers something else",
      () => token(responseOver(Buffer.alloc(32, 7))),
      /^CHANGED .*covers something else/,
    ],
    [
      "in indefinite length",
      () => token(inIndefiniteLength(responseOver(authority.asked.at(-1) ?? Buffer.alloc(32)))),
      /^CHANGED .*not a time-stamp token/,
    ],
    ["that is none", () => Buffer.from("30003000", "hex"), /^CHANGED .*not a time-stamp token/],
  ])("exchanged for one %s makes a changed bundle", async (_, other, sentence) => {
    const bundle = await bundleOf(id);
    bundle.timestamp.token = Buffer.from(other()).toString("base64");
    expect(await verify(bundle)).toEqual({ status: 1, stamp: expect.stringMatching(sentence) });
  });

  test("M1: a token dated 2020 in the table, with its imprint, is found to be older than what it stamps", async () => {
    const { pk, sk } = (await itemsUnder(system, "LOG#STAMPS")).at(0) as Item;
    const kept = await rewriteItem(system, { pk, sk }, ({ stamp }) => {
      const token = Buffer.from(stamp.token, "base64");
      const at = token.indexOf(/\d{14}Z/.exec(token.toString("latin1"))?.[0] ?? "");
      token.set(Buffer.from("20200101000000Z"), at);
      stamp.token = token.toString("base64");
    });
    expect(await verify(await bundleOf(id))).toEqual({
      status: 1,
      stamp: expect.stringMatching(/^CHANGED .*says 20200101000000Z, before the log took/),
    });
    expect(await checkOf(id)).toMatchObject({
      result: "fail",
      detail: expect.stringContaining("before the log took the decision"),
    });
    await putItem(system, kept);
    expect((await verify(await bundleOf(id))).stamp).toMatch(/^NOT CHECKED/);
  });

  test("is requested once an hour: a decision in between gets the next one", async () => {
    const asked = authority.asked.length;
    const later = await decide();
    await sequence();
    expect(authority.asked.length).toBe(asked);
    expect((await bundleOf(later)).timestamp).toBeNull();
    await system.advance(3601);
    await sequence();
    expect(authority.asked.length).toBe(asked + 1);
    expect((await bundleOf(later)).timestamp).not.toBeNull();
    expect((await checkOf(later)).detail).toContain("covers the checkpoint");
  });

  test("covers more than the file knows: what happened to counsel before it came changes nothing", async () => {
    const counsel = await decide();
    await sequence();
    const { counsel_id } = (await bundleOf(counsel)).request;
    const edit = system.admin("PATCH", `/admin/counsel/${counsel_id}`, { firm: "Nova LLP" });
    await expectStatus(edit, 200);
    await system.advance(3601);
    const clock = system.admin("POST", "/_local/clock", { advance_seconds: 0 });
    const { now } = (await expectStatus(clock, 200)).body;
    authority.answer = (digest, nonce) => ({ body: responseOver(digest, nonce, now) });
    await sequence();
    const bundle = await bundleOf(counsel);
    expect(bundle.timestamp).not.toBeNull();
    const { status, stdout } = await auditor.run(JSON.stringify(bundle), [
      ...["--key", auditor.keys[0] ?? "", "--log", `${system.baseUrl}/evidence/log`],
    ]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/NOTED .*They came after this file was saved/),
    });
  });

  test("by keys that replaced those of the decision's own checkpoint is good, and so are the decision's evidence and certificate", async () => {
    const decided = await decide();
    await sequence();
    const rotate = system.admin("POST", "/admin/setup/evidence-log-key/rotate-key");
    witness.logKey = (await expectStatus(rotate, 200)).body.verifier_keys[0];
    await sequence();
    expect((await bundleOf(decided)).timestamp).toBeNull();
    await system.advance(3601);
    await decide();
    const clock = system.admin("POST", "/_local/clock", { advance_seconds: 0 });
    const { now } = (await expectStatus(clock, 200)).body;
    authority.answer = (digest, nonce) => ({ body: responseOver(digest, nonce, now) });
    await sequence();
    const { body } = await system.admin("GET", `/admin/rule-reviews/${decided}/evidence`);
    const faults = body.checks.filter(({ result }: { result: string }) => result === "fail");
    expect(faults).toEqual([]);
    expect(await verify(await bundleOf(decided))).toEqual({
      status: 3,
      stamp: expect.stringMatching(/^NOT CHECKED .*covers the checkpoint/),
    });
    expect(await certificateStatus(decided)).toBe(200);
  });

  test("is not waited for if nobody answers", async () => {
    await authority.close();
    await system.advance(3601);
    system.lines.length = 0;
    const last = await decide();
    await sequence();
    expect(faults()).toEqual([["error", "Unanswered"]]);
    expect((await bundleOf(last)).timestamp).toBeNull();
    expect((await bundleOf(id)).timestamp).not.toBeNull();
  });
});
