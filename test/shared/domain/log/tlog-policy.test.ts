import { describe, expect, it } from "vitest";
import { checkpointText, parseNote, signedNote } from "#shared/domain/log/signed-note.ts";
import { judgeQuorum, parsePolicy, type TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import { ED25519, ML_DSA_44, verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { testKey, testWitness } from "#test/support/log-signer.ts";

const origin = "compliance.example/evidence/log";
const text = checkpointText({ origin, size: 5, root: new Uint8Array(32) });
const [x1, x2, x3, y1, y2] = [
  testWitness("x1"),
  testKey("x2", ML_DSA_44),
  testWitness("x3"),
  testWitness("y1"),
  testKey("y2", ML_DSA_44),
];
const log = testKey(origin, ED25519);
const named = { x1, x2, x3, y1, y2 } as const;

const lines = Object.entries(named).map(
  ([name, witness]) => `witness ${name} ${verifierKeyText(witness.key)}`,
);
const policyText = [
  "# two of X and any of Y",
  `log ${verifierKeyText(log.key)} https://compliance.example`,
  "",
  ...lines,
  "\tgroup X-witnesses 2 x1 x2 x3 ",
  "group Y-witnesses any y1 y2",
  "group X-and-Y all X-witnesses Y-witnesses",
  "quorum X-and-Y",
].join("\n");

function policyOf(given: string): TlogPolicy {
  const policy = parsePolicy(given);
  if ("fault" in policy) throw new Error(policy.fault);
  return policy;
}

function cosignedBy(...witnesses: (keyof typeof named)[]) {
  const signed = witnesses.map((name) => named[name].line(text, 1_795_000_000n));
  const note = parseNote(signedNote(text, [log.line(text), ...signed]));
  if (note === null) throw new Error("The note is refused.");
  return note;
}

const judge = async (...witnesses: (keyof typeof named)[]) =>
  (await judgeQuorum(policyOf(policyText), cosignedBy(...witnesses))).status;

describe("a policy", () => {
  it("is reached by the witnesses its groups demand, of either type, and by no fewer", async () => {
    expect(await judge("x1", "x2", "y2")).toBe("reached");
    expect(await judge("x1", "x3", "y1")).toBe("reached");
    expect(await judge("x1", "x2")).toBe("missed");
    expect(await judge("x1", "y1", "y2")).toBe("missed");
    expect(await judge()).toBe("missed");
  });

  it("does not count a cosignature over another tree, or twice", async () => {
    const note = cosignedBy("x1", "x1", "y1");
    expect((await judgeQuorum(policyOf(policyText), note)).status).toBe("missed");
    const other = { ...cosignedBy("x1", "x2", "y2"), text: text.replace("\n5\n", "\n6\n") };
    expect((await judgeQuorum(policyOf(policyText), other)).status).toBe("missed");
  });

  it("demands nothing with the quorum none, and refuses the checkpoint of another log", async () => {
    const none = policyOf("quorum none");
    expect((await judgeQuorum(none, cosignedBy())).status).toBe("reached");
    const foreign = policyOf(`log ${verifierKeyText(testKey("o", ED25519).key)}\nquorum none\n`);
    expect((await judgeQuorum(foreign, cosignedBy())).status).toBe("missed");
  });

  it.each([
    ["", "no quorum"],
    ["quorum x", "Line 1"],
    ["quorum none\nquorum none", "Line 2"],
    [`${lines[0]}\n${lines[0]}`, "Line 2"],
    [`${lines[0]}\n${lines[0]?.replace("witness x1", "witness z")}`, "Line 2"],
    [`witness none ${verifierKeyText(x1.key)}`, "Line 1"],
    [`witness l ${verifierKeyText(log.key)}`, "Line 1"],
    [`log ${verifierKeyText(x1.key)}`, "Line 1"],
    [`${lines[0]}\ngroup g 2 x1`, "Line 2"],
    [`${lines[0]}\ngroup g 0 x1`, "Line 2"],
    [`${lines[0]}\ngroup g any`, "Line 2"],
    [`${lines[0]}\ngroup g any x1 x1`, "Line 2"],
    [`${lines[0]}\ngroup g any none`, "Line 2"],
    [`${lines[0]}\ngroup g any x1\ngroup h any x1`, "Line 3"],
    [`group g any x1\n${lines[0]}`, "Line 1"],
    ["threshold 1", "Line 1"],
    ["quorum none\r\n", "control characters"],
    ["\n".repeat(1001), "more than"],
  ])("is refused where it is wrong, naming the line: %j", (given, fault) => {
    expect(parsePolicy(given)).toEqual({ fault: expect.stringContaining(fault) });
  });
});
