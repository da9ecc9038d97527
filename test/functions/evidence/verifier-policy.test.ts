import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ML_DSA_44, verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { testWitness } from "#test/support/log-signer.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { startWitness, type Witness } from "#test/support/witness.ts";

/* `verify-bundle.mjs … --policy FILE` against a log that two C2SP witnesses cosign. */

let system: TestSystem;
let auditor: Auditor;
let ed25519: Witness;
let mlDsa: Witness;
let bundle: string;
let answer: string;

beforeAll(async () => {
  ed25519 = await startWitness("first.example");
  mlDsa = await startWitness("second.example", ML_DSA_44);
  system = await startTestSystemWithLog({
    settings: { LOG_WITNESSES: `${ed25519.setting}, ${mlDsa.setting}` },
  });
  auditor = await auditorOf(system);
  ed25519.logKey = mlDsa.logKey = auditor.keys[0] ?? "";
  await system.admin("POST", "/admin/setup/clearance-key/provision-key");
  const rules = [ruleText("rule.a")];
  const { token, review, frameworkId } = await commission(system, { rules });
  const path = `/counsel/review/${token}/decide`;
  await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  bundle = (await system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`)).text;
  const asked = { framework_id: frameworkId, rules };
  answer = (await system.admin("POST", "/clearance?statement=true", asked)).text;
  const jwks = (await system.api()("GET", "/clearance/keys")).text;
  writeFileSync(join(auditor.folder, "keys.json"), jwks);
  await auditor.copyLog();
});
afterAll(async () => {
  auditor.close();
  await system.close();
  await ed25519.close();
  await mlDsa.close();
});

/** The verifier's exit code under a policy, and what it says about the witnesses. */
async function under(
  lines: readonly string[],
  node?: string,
  options = auditor.options,
  judgedFile = bundle,
) {
  const file = join(auditor.folder, "policy");
  writeFileSync(file, `log ${auditor.keys[0]}\n${lines.join("\n")}\n`);
  const judged = await auditor.run(judgedFile, [...options, "--policy", file], "", node);
  const witnesses =
    /^.* (?:witnesses|witness_quorum) .*$/m.exec(judged.stdout)?.[0] ?? judged.stderr;
  return [judged.status, witnesses.replaceAll(/ +/g, " ")];
}

const own = () => [
  `witness w1 ${verifierKeyText(ed25519.key)}`,
  `witness w2 ${verifierKeyText(mlDsa.key)}`,
];
const stranger = () => `witness w3 ${verifierKeyText(testWitness("third.example").key)}`;
const notTheQuorum = (who: string) =>
  expect.stringContaining(`witness_quorum Cosigned by ${who}, which is not the quorum.`);

test("a quorum of both kinds of witnesses that have cosigned is met", async () => {
  const group = ["group both all w1 w2", "quorum both"];
  expect(await under([...own(), ...group])).toEqual([
    0,
    "OK witnesses The quorum cosigned it: w1, w2.",
  ]);
  const majority = ["group most 2 w1 w2 w3", "quorum most"];
  expect((await under([...own(), stranger(), ...majority]))[0]).toBe(0);
  expect((await under([...own(), "quorum w2"]))[0]).toBe(0);
});

test("L4: a quorum that has not cosigned is named, whoever else has", async () => {
  const all = ["group all3 all w1 w2 w3", "quorum all3"];
  expect(await under([...own(), stranger(), ...all])).toEqual([1, notTheQuorum("w1, w2")]);
  expect(await under([stranger(), "quorum w3"])).toEqual([1, notTheQuorum("none")]);
});

test("a witness counts by its key: another key under its name, or of another kind, does not", async () => {
  const namesake = testWitness("first.example");
  const line = `witness w1 ${verifierKeyText(namesake.key)}`;
  expect(await under([line, "quorum w1"])).toEqual([1, notTheQuorum("none")]);
  // The log's own key is of the kind that signs checkpoints, not of the kind that cosigns.
  const logKey = `witness w1 ${auditor.keys[0]}`;
  expect(await under([logKey, "quorum w1"])).toEqual([2, expect.stringContaining("Line 2: ")]);
});

test("without the log there is no checkpoint to look at, so the verifier ends with 3", async () => {
  const keys = auditor.keys.flatMap((key) => ["--key", key]);
  const said = expect.stringContaining("NOT CHECKED witnesses Without --log");
  expect(await under([...own(), "quorum w1"], undefined, keys)).toEqual([3, said]);
});

test.runIf(existsSync("/usr/bin/node"))(
  "on Node 20, a quorum that needs ML-DSA-44 is 3 and names Node 24; one that does not is met",
  async () => {
    const options = ["--key", auditor.keys[0] ?? "", "--log", join(auditor.folder, "log")];
    const group = ["group both all w1 w2", "quorum both"];
    expect(await under([...own(), ...group], "/usr/bin/node", options)).toEqual([
      3,
      expect.stringContaining("Node 24 can"),
    ]);
    const one = await under([...own(), "quorum w1"], "/usr/bin/node", options);
    expect(one).toEqual([0, expect.stringContaining("The quorum cosigned it: w1")]);
  },
);

test("while a witness is down, a file is good that it cosigned before, and one with a later row is not", async () => {
  const sequence = () =>
    expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const { token, review } = await commission(system);
  const bundleNow = async () =>
    (await system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`)).body;
  await sequence();
  const before = await bundleNow();
  ed25519.mode = "refuse";
  const path = `/counsel/review/${token}/decide`;
  await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
  await sequence();
  await auditor.copyLog();
  const covered = "OK witnesses The quorum cosigned a checkpoint that covers this file: w1, w2.";
  const policy = [...own(), "quorum w1"];
  expect(await under(policy)).toEqual([0, covered]);
  const withKey = ["--key", join(auditor.folder, "keys.json"), ...auditor.options];
  expect(await under(policy, undefined, withKey, answer)).toEqual([0, covered]);
  const later = await bundleNow();
  // The rows before the decision are still proven by a checkpoint that w1 cosigned.
  const proofs = later.log.proofs.map(({ log_proof }: { log_proof: string }) => log_proof);
  expect(proofs).toEqual(
    expect.arrayContaining(
      before.log.proofs.map(({ log_proof }: { log_proof: string }) => log_proof),
    ),
  );
  const missed = await under(policy, undefined, auditor.options, JSON.stringify(later));
  expect(missed).toEqual([1, notTheQuorum("w2")]);
});
