import { spawnSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leafHash, nodeHash } from "#shared/domain/log/merkle.ts";
import {
  checkpointText,
  rawPublicKey,
  signatureLine,
  signedNote,
  verifierKey,
  verifierKeyText,
} from "#shared/domain/log/note.ts";
import { parseProof, proofText } from "#shared/domain/log/proof-text.ts";
import { preAuthEncoding } from "#shared/domain/log/public-seal.ts";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { asVersion1 } from "#test/support/bundle-version-1.ts";
import { type Bundle, rehash, resign } from "#test/support/forge-bundle.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";

let system: TestSystem;
let folder: string;
let key: string;
let good: Bundle;
let waiting: Bundle;
let id: string;

const run = () => expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
const log = async (path: string) => (await system.api()("GET", `/evidence/log/${path}`)).text;
const bundleOf = async (review: string): Promise<Bundle> =>
  (await expectStatus(system.admin("GET", `/admin/rule-reviews/${review}/bundle`), 200)).body;

async function decide() {
  const { token, review } = await commission(system);
  await expectStatus(
    system.api()("GET", `/counsel/review/${token}`, undefined, { accept: "application/json" }),
    200,
  );
  const decision = { decision: "approved", comment: "Fine." };
  const answer = await expectStatus(
    system.api()("POST", `/counsel/review/${token}/decide`, decision),
    200,
  );
  return { token, review, receipt: answer.body, decision };
}

beforeAll(async () => {
  system = await startTestSystemWithLog();
  folder = mkdtempSync(join(tmpdir(), "bundle-2-"));
  const { text } = await system.api()("GET", "/evidence/verify-bundle.mjs");
  writeFileSync(join(folder, "verify-bundle.mjs"), text);
  key = (await log("key")).split("\n")[0] ?? "";
  const { review } = await decide();
  id = review.id;
  await run();
  good = await bundleOf(id);
  waiting = { ...structuredClone(good), public_seal: null, verifier_key: null, log_proof: null };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await system.close();
});

function verify(bundle: Bundle | string, options: string[] = ["--key", key], secret = "") {
  const file = join(folder, "bundle.json");
  writeFileSync(file, typeof bundle === "string" ? bundle : JSON.stringify(bundle));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, "verify-bundle.mjs"), file, ...options],
    { input: secret, encoding: "utf8", cwd: folder, env: {} },
  );
  return { status, stdout, stderr };
}

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** A forged log by somebody with everything but the key: same origin and form, other signature. */
function forgedLog(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const own = verifierKey(origin, rawPublicKey(publicKey.export({ format: "der", type: "spki" })));
  const note = (size: number, root: Uint8Array) => {
    const text = checkpointText({ origin, size, root });
    const line = signatureLine(origin, own.id, sign(null, Buffer.from(text), privateKey));
    return signedNote(text, [line]);
  };
  return { own, note, privateKey };
}

describe("a bundle of version 2", () => {
  test("is verified without any secret, by the log's key alone", () => {
    expect(good.version).toBe(2);
    const { status, stdout } = verify(good);
    expect(stdout).toMatch(/^OK\s+Public seal/m);
    expect(stdout).toMatch(/^OK\s+Log /m);
    expect(stdout).toMatch(/^OK\s+Checkpoint/m);
    expect(stdout).toMatch(/^NONE\s+Time stamp\s+There is none: No time-stamp authority/m);
    expect(status).toBe(0);
    const withSecret = verify(good, ["--key", key], DEVELOPMENT_SECRET);
    expect(withSecret.stdout).toMatch(/^OK\s+Signature/m);
    expect(withSecret.stdout).toMatch(/^OK\s+Seal/m);
    expect(withSecret.status).toBe(0);
  });

  test("is the same bytes for the same state", async () => {
    expect(await bundleOf(id)).toEqual(good);
  });

  test("without a key says whose signature to compare, and is not called checked", () => {
    const { status, stdout } = verify(good, []);
    expect(stdout).toMatch(
      /No --key was given\. It is signed under key [0-9a-f]{8}, SHA-256 [0-9a-f]{64}/,
    );
    expect(status).toBe(3);
  });

  test("under another key than the one pinned is not called checked", () => {
    const other = verifierKeyText(forgedLog("other.example/log").own);
    const { status, stdout } = verify(good, ["--key", other]);
    expect(stdout).toMatch(/not under the key given/);
    expect(status).toBe(3);
  });

  test("that the log has not yet covered says so", () => {
    const { status, stdout } = verify(waiting);
    expect(stdout).toMatch(/^NOT CHECKED\s+Log/m);
    expect(status).toBe(3);
  });

  test("stripped to version 1 does not pass", () => {
    const { status, stdout } = verify(
      asVersion1(JSON.stringify(good)),
      ["--key", key],
      DEVELOPMENT_SECRET,
    );
    expect(stdout).toMatch(/^NOT CHECKED\s+Public seal/m);
    expect(status).toBe(3);
    expect(verify(asVersion1(JSON.stringify(good)), [], DEVELOPMENT_SECRET).status).toBe(0);
    expect(verify(asVersion1(JSON.stringify(good)), []).status).toBe(3);
  });

  test("agrees with the log as a third party saw it, at the same size and at another", async () => {
    const own = parseProof(good.log_proof);
    const same = file("same", own?.checkpoint ?? "");
    expect(verify(good, ["--key", key, "--checkpoint", same]).status).toBe(0);
    await decide();
    await run();
    const newer = await log("checkpoint");
    const seen = file("newer", newer);
    const [from, to] = [own?.checkpoint.split("\n")[1], newer.split("\n")[1]];
    const without = verify(good, ["--key", key, "--checkpoint", seen]);
    expect([without.status, without.stdout]).toEqual([
      3,
      expect.stringContaining(`from=${from}&to=${to}`),
    ]);
    const proof = file("consistency", await log(`consistency?from=${from}&to=${to}`));
    const both = ["--key", key, "--checkpoint", seen, "--consistency", proof];
    expect(verify(good, both).status).toBe(0);
    const forged = forgedLog(newer.split("\n")[0] ?? "");
    const fork = file("fork", forged.note(Number(from), Buffer.alloc(32, 1)));
    const forked = verify(good, ["--key", key, "--checkpoint", fork]);
    expect([forked.status, forked.stdout]).toEqual([1, expect.stringContaining("two histories")]);
    const wrong = file("wrong", `${Buffer.alloc(32, 9).toString("base64")}\n`);
    const bad = verify(good, ["--key", key, "--checkpoint", seen, "--consistency", wrong]);
    expect([bad.status, bad.stdout]).toEqual([1, expect.stringContaining("two histories")]);
  });
});

type Damage = (bundle: Bundle) => Bundle | undefined;

/** Ways to tamper with the file, each with the verifier's exit code and message. */
const damages: [string, Damage, number, RegExp][] = [
  [
    "the decision turned, every hash and the HMAC made anew by who has the secret",
    (b) => {
      b.request.status = "rejected";
      const row = b.audit.at(-1);
      row.action = "rule_review.rejected";
      row.context.decision = "rejected";
      return resign(rehash(b), DEVELOPMENT_SECRET);
    },
    1,
    /Public seal\s+The public seal covers something else: record/,
  ],
  [
    "another counsel, every hash made anew",
    (b) => {
      b.counsel.display_name = "Somebody Else";
      b.audit.at(-1).context.counsel.display_name = "Somebody Else";
      return resign(rehash(b), DEVELOPMENT_SECRET);
    },
    1,
    /The public seal covers something else: .*counsel/,
  ],
  [
    "a document slipped in, every hash made anew",
    (b) => {
      b.request.supplementary_pdf_kv_secret = `placeholder:sha256:${"a".repeat(64)}`;
      b.audit.at(-1).context.document = "a".repeat(64);
      return resign(rehash(b), DEVELOPMENT_SECRET);
    },
    1,
    /The public seal covers something else: document/,
  ],
  [
    "the decision dated back, every hash made anew",
    (b) => {
      const row = b.audit.at(-1);
      const at = b.audit.at(-2).created_at;
      b.request.decided_at = at;
      row.context.decided_at = at;
      row.created_at = at;
      return resign(rehash(b), DEVELOPMENT_SECRET);
    },
    1,
    /The public seal covers something else: record/,
  ],
  [
    "a rule's text changed, every hash made anew",
    (b) => {
      b.rules[0].title = "Another text";
      rehash(b);
      for (const row of b.audit) {
        if (row.context.rule_version_hash)
          row.context.rule_version_hash = b.request.rule_version_hash;
      }
      return resign(rehash(b), DEVELOPMENT_SECRET);
    },
    1,
    /The public seal covers something else: record, rules/,
  ],
  [
    "the seal's signature of another key that calls itself by the log's id",
    (b) => {
      const { privateKey } = forgedLog("x");
      const payload = Buffer.from(b.public_seal.payload, "base64").toString();
      b.public_seal.signatures[0].sig = sign(null, preAuthEncoding(payload), privateKey).toString(
        "base64",
      );
      return b;
    },
    1,
    /The public seal's signature is not genuine/,
  ],
  ["the seal taken out", (b) => ({ ...b, public_seal: null }), 1, /The public seal is missing/],
  [
    "the proof of another leaf",
    (b) => {
      const proof = parseProof(b.log_proof);
      if (proof === null) throw new Error("no proof");
      b.log_proof = proofText({ ...proof, index: proof.index - 1 });
      return b;
    },
    1,
    /does not lead from the decision to the checkpoint|different positions/,
  ],
  [
    "a tree of the forger's own, signed by the forger",
    (b) => {
      const proof = parseProof(b.log_proof);
      const forged = forgedLog(proof?.checkpoint.split("\n")[0] ?? "");
      const leaf = leafHash(Buffer.from(b.audit.at(-1).row_hash, "hex"));
      const other = Buffer.alloc(32, 3);
      const payload = JSON.parse(Buffer.from(b.public_seal.payload, "base64").toString());
      expect(payload.predicate.leaf_index).toBeGreaterThan(0);
      b.log_proof = proofText({
        index: 1,
        hashes: [other],
        checkpoint: forged.note(2, nodeHash(other, leaf)),
      });
      return b;
    },
    1,
    /different positions in the log/,
  ],
  [
    "the checkpoint's root exchanged",
    (b) => {
      b.log_proof = b.log_proof.replace(
        /\n([A-Za-z0-9+/]{43}=)\n\n— /,
        `\n${Buffer.alloc(32, 5).toString("base64")}\n\n— `,
      );
      return b;
    },
    1,
    /does not lead from the decision/,
  ],
  [
    "the checkpoint's signature broken",
    (b) => {
      const at = b.log_proof.lastIndexOf(" ") + 10;
      const turned = b.log_proof[at] === "A" ? "B" : "A";
      b.log_proof = `${b.log_proof.slice(0, at)}${turned}${b.log_proof.slice(at + 1)}`;
      return b;
    },
    1,
    /The checkpoint's signature is not genuine/,
  ],
  [
    "a proof that is no text of the kind",
    (b) => ({ ...b, log_proof: "c2sp.org/tlog-proof@v1\n" }),
    1,
    /The proof of the log is not a proof/,
  ],
  [
    "a time stamp that is none",
    (b) => ({ ...b, timestamp_reason: null, timestamp: { log_proof: b.log_proof, token: "MAA=" } }),
    1,
    /Time stamp\s+The time stamp covers something else/,
  ],
  [
    "neither time stamp nor reason",
    (b) => ({ ...b, timestamp_reason: null }),
    1,
    /Neither a time stamp nor a reason/,
  ],
  [
    "a member that no bundle has",
    (b) => ({ ...b, approved_by: "Everybody" }),
    1,
    /approved_by does not belong in a bundle/,
  ],
  ["a field of version 2 left out", ({ logged_late: _, ...b }) => b, 1, /logged_late is missing/],
];

describe("a damaged bundle of version 2", () => {
  test.each(damages)("%s", (_, damage, code, sentence) => {
    const bundle = structuredClone(good);
    const { status, stdout } = verify(damage(bundle) ?? bundle);
    expect(stdout).toMatch(sentence);
    expect(status).toBe(code);
  });

  test("with a duplicate member or endless nesting is not a bundle", () => {
    const text = JSON.stringify(good);
    expect(verify(text.replace("{", '{"log_proof":null,')).status).toBe(2);
    expect(verify(`{"version":2,"x":${"[".repeat(70)}${"]".repeat(70)}}`).status).toBe(2);
    expect(verify(good, ["--key", "nonsense"]).status).toBe(2);
    expect(verify(good, ["--what", "x"]).status).toBe(2);
  });
});

/** The proof with other lines before its checkpoint. */
const withLines = (text: string, change: (lines: string[]) => string[]): string => {
  const end = text.indexOf("\n\n");
  return change(text.slice(0, end).split("\n")).join("\n") + text.slice(end);
};

/** Ways to write a log proof, and whether C2SP tlog-proof allows them. */
const spellings: [string, boolean, (lines: string[]) => string[]][] = [
  ["extra data", true, ([header = "", ...rest]) => [header, "extra YWdlLXYx+/8=", ...rest]],
  ["extra data without any", false, ([header = "", ...rest]) => [header, "extra ", ...rest]],
  [
    "extra data that is not base64",
    false,
    ([header = "", ...rest]) => [header, "extra a?", ...rest],
  ],
  [
    "extra data twice",
    false,
    ([header = "", ...rest]) => [header, "extra AA==", "extra AA==", ...rest],
  ],
  [
    "extra data after the index",
    false,
    ([header = "", index = "", ...rest]) => [header, index, "extra AA==", ...rest],
  ],
  [
    "an index with a zero before it",
    false,
    (lines) => lines.map((line) => line.replace("index ", "index 0")),
  ],
  [
    "a hash with another ending of the same bytes",
    false,
    ([header = "", index = ""]) => [header, index, `${"A".repeat(42)}B=`],
  ],
  ["a hash of 33 bytes", false, (lines) => [...lines, "A".repeat(44)]],
];

describe("a log proof with", () => {
  test.each(spellings)(
    "%s is read alike by the verifier and the service",
    (_, isAllowed, change) => {
      const log_proof = withLines(good.log_proof, change);
      expect(parseProof(log_proof) !== null).toBe(isAllowed);
      const { status, stdout } = verify({ ...good, log_proof });
      expect(stdout.includes("The proof of the log is not a proof.")).toBe(!isAllowed);
      expect(status).toBe(isAllowed ? 0 : 1);
    },
  );
});

describe("evidence and receipt", () => {
  test("say pending until the log contains the decision, and pass from then on", async () => {
    const { token, review, receipt, decision } = await decide();
    expect(receipt).toMatchObject({ row_hash: expect.any(String), log_proof: null });
    const results = async () =>
      Object.fromEntries(
        (await system.admin("GET", `/admin/rule-reviews/${review.id}/evidence`)).body.checks.map(
          (check: { id: string; result: string }) => [check.id, check.result],
        ),
      );
    expect(await results()).toMatchObject({
      public_seal: "pending",
      log_inclusion: "pending",
      timestamp: "pending",
    });
    await run();
    expect(await results()).toMatchObject({
      public_seal: "pass",
      log_inclusion: "pass",
      timestamp: "unverifiable",
    });
    const json = { accept: "application/json" };
    const seen = await system.api()("GET", `/counsel/review/${token}`, undefined, json);
    const { row_hash, log_proof } = seen.body.decision;
    expect(row_hash).toBe(receipt.row_hash);
    expect(parseProof(log_proof)).not.toBeNull();
    expect(log_proof).toBe((await bundleOf(review.id)).log_proof);
    const again = await system.api()("POST", `/counsel/review/${token}/decide`, decision);
    expect(again.body).toEqual({ ...receipt, log_proof });
  });
});
