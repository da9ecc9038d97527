import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifierText } from "#infra/verifier.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { challengeFor, enrol, setPolicy } from "#test/support/enrol.ts";
import { type Auditor, auditorOf, type Bundle } from "#test/support/forge-bundle.ts";
import { type Genuine, judgedFiles } from "#test/support/forged-files.ts";
import { sampled } from "#test/support/full-size.ts";
import { genuineFiles } from "#test/support/genuine-files.ts";
import { askAgain, commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { leaveAltered, outboxItem, removeItem, rowItems } from "#test/support/table-attack.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;
let genuine: Genuine;
let links: { token: string; id: string };

const bundleText = async (id: string) =>
  (await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/bundle`), 200)).text;
const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

beforeAll(async () => {
  auditor = await auditorOf(system);
  ({ genuine, links } = await genuineFiles(system));
  await auditor.copyLog();
});
afterAll(async () => {
  auditor.close();
});

const decidedText = () => canonicalJson(genuine.decided);

describe("the verifier", () => {
  test("is the same bytes wherever it is built, without dependencies, and its hash is in the log", async () => {
    const served = readFileSync(join(auditor.folder, "verify-bundle.mjs"), "utf8");
    expect(await verifierText()).toBe(served);
    // A browser, which has no node: modules, imports the same file (see the console's and the room's
    // tests).
    expect(served).not.toMatch(/^import |^export .* from |require\(/m);
    expect(new Set(served.match(/import\("[^"]*"\)/g))).toEqual(
      new Set(['import("node:fs")', 'import("node:path")', 'import("node:url")']),
    );
    const { body } = await system.admin(
      "GET",
      "/admin/audit?action=evidence_log.verifier_published",
    );
    const sha256 = createHash("sha256").update(served).digest("hex");
    expect(body.items.map(({ context }: Bundle) => context.sha256)).toEqual([sha256]);
  });

  test("judges a hundred genuine and forged files as each deserves, and names what is wrong", async () => {
    const files = judgedFiles(genuine);
    expect(files.length).toBeGreaterThanOrEqual(100);
    // By default, every third of them.
    for (const { name, text, code, said } of sampled(files, 3)) {
      const { status, stdout, stderr } = await auditor.run(
        text,
        auditor.options,
        DEVELOPMENT_SECRET,
      );
      expect({ name, status, said: stdout + stderr }).toEqual({
        name,
        status: code,
        said: expect.stringMatching(said),
      });
      if (code !== 0 && !name.includes("export")) expect(stdout).not.toContain("RESULT: genuine");
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  }, 180_000);

  test("ends with 0 only with a key and the log; it says what was not demanded, without counting it", async () => {
    const [ed25519 = "", mlDsa = ""] = auditor.keys;
    const log = ["--log", join(auditor.folder, "log")];
    const run = (options: string[]) => auditor.run(decidedText(), options);
    // Runs the command as an auditor types it; the other runs share a process.
    const typed = (options: string[]) => auditor.run(decidedText(), options, "", process.execPath);
    const bare = await typed([]);
    expect([bare.status, bare.stdout]).toEqual([
      3,
      expect.stringMatching(
        /SHA-256 of the log's keys.*Ed25519 [0-9a-f]{64}[\s\S]*Whether this is all of it was not checked: no --log was given/,
      ),
    ]);
    expect((await run(["--key", ed25519])).status).toBe(3);
    expect((await run(log)).status).toBe(3);
    const one = await typed(["--key", ed25519, ...log]);
    expect(one.status).toBe(0);
    expect(one.stdout).toMatch(/NOT CHECKED +signature +No secret[\s\S]*NOT CHECKED +witnesses/);
    expect((await run(["--key", mlDsa, ...log])).status).toBe(0);
    const other = `${ed25519.split("+")[0]}+00000000+AAAA`;
    expect((await run(["--key", other, ...log])).status).toBe(2);
    expect((await run(["--key", ed25519, "--key", ed25519, ...log])).status).toBe(2);
    expect((await typed(["--kee", ed25519])).status).toBe(2);
  });

  test.runIf(existsSync("/usr/bin/node"))(
    "is the same text on Node 20: ML-DSA-44 demanded there is 3, and names Node 24",
    async () => {
      const [ed25519 = ""] = auditor.keys;
      const log = ["--log", join(auditor.folder, "log")];
      const run = (options: string[]) => auditor.run(decidedText(), options, "", "/usr/bin/node");
      expect((await run(["--key", ed25519, ...log])).status).toBe(0);
      const both = await run(auditor.options);
      expect([both.status, both.stdout]).toEqual([3, expect.stringContaining("Node 24 can")]);
      expect(both.stderr).toBe("");
    },
  );

  test("a key of another log, or a key from which nothing leads on, is refused", async () => {
    const stranger = await startTestSystemWithLog();
    const { keys, close } = await auditorOf(stranger);
    close();
    await stranger.close();
    const log = ["--log", join(auditor.folder, "log")];
    const foreign = await auditor.run(decidedText(), ["--key", keys[0] ?? "", ...log]);
    expect([foreign.status, foreign.stdout]).toEqual([1, expect.stringContaining("CHANGED")]);
  });

  test("--mirror keeps what was read; a log that does not extend it is a fork, one that shrank was rolled back", async () => {
    const mirror = join(auditor.folder, "mirror");
    const options = [...auditor.options, "--mirror", mirror];
    expect((await auditor.run(decidedText(), options)).status).toBe(0);
    expect(readFileSync(join(mirror, "checkpoint"), "utf8")).toBe(
      readFileSync(join(auditor.folder, "log", "checkpoint"), "utf8"),
    );
    expect((await auditor.run(decidedText(), options)).status).toBe(0);
    const kept = readFileSync(join(mirror, "checkpoint"), "utf8");
    const [origin, size = "", root = "", ...rest] = kept.split("\n");
    const write = (lines: string[]) => writeFileSync(join(mirror, "checkpoint"), lines.join("\n"));
    write([origin ?? "", size, `${"A".repeat(43)}=`, ...rest]);
    expect(await auditor.run(decidedText(), options)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("log_forked"),
    });
    write([origin ?? "", String(Number(size) + 5), root, ...rest]);
    expect(await auditor.run(decidedText(), options)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("log_rolled_back"),
    });
  });

  test("--checkpoint compares with what a third party kept, --policy demands witnesses", async () => {
    const file = (name: string, text: string) => {
      writeFileSync(join(auditor.folder, name), text);
      return join(auditor.folder, name);
    };
    const note = readFileSync(join(auditor.folder, "log", "checkpoint"), "utf8");
    const seen = ["--checkpoint", file("seen", note)];
    expect((await auditor.run(decidedText(), [...auditor.options, ...seen])).status).toBe(0);
    const forged = ["--checkpoint", file("forged", note.replace(/\n\d+\n/, "\n1\n"))];
    expect((await auditor.run(decidedText(), [...auditor.options, ...forged])).status).toBe(1);
    const [ed25519 = ""] = auditor.keys;
    const policy = ["--policy", file("policy", `log ${ed25519}\nquorum none\n`)];
    expect((await auditor.run(decidedText(), [...auditor.options, ...policy])).status).toBe(0);
    const bad = ["--policy", file("policy-2", "witness x\n")];
    expect((await auditor.run(decidedText(), [...auditor.options, ...bad])).status).toBe(2);
  });

  test("a log that lacks a file, or whose entries were changed, is not believed", async () => {
    const folder = join(auditor.folder, "log-2");
    const from = join(auditor.folder, "log");
    const entries = readFileSync(join(from, "checkpoint"), "utf8").split("\n")[1];
    const tile = `tile/entries/000.p/${entries}`;
    mkdirSync(join(folder, "tile/entries/000.p"), { recursive: true });
    for (const name of ["checkpoint", "key", "keys"]) {
      writeFileSync(join(folder, name), readFileSync(join(from, name)));
    }
    const keys = auditor.keys.flatMap((key) => ["--key", key]);
    const run = () => auditor.run(decidedText(), [...keys, "--log", folder]);
    expect(await run()).toMatchObject({
      status: 3,
      stdout: expect.stringContaining(
        `Whether this is all of it was not checked: ${tile} is missing.`,
      ),
    });
    const bytes = readFileSync(join(from, tile));
    bytes[20] = bytes[20] === 0x61 ? 0x62 : 0x61;
    writeFileSync(join(folder, tile), bytes);
    expect(await run()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("do not add up"),
    });
  });
});

describe("the bundle", () => {
  test("is the same bytes for the same state, canonical, without link, token or secret", async () => {
    const text = await bundleText(links.id);
    expect(await bundleText(links.id)).toBe(text);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
    for (const secret of [links.token, "/counsel/review/", DEVELOPMENT_SECRET, "token_hash"]) {
      expect(text).not.toContain(secret);
    }
  });

  test("contains every row about counsel, including those after the decision", () => {
    const actions = (bundle: Bundle) => bundle.counsel_audit.map(({ action }: Bundle) => action);
    expect(actions(genuine.keyed)).toEqual([
      "counsel.created",
      "counsel.key_invited",
      "counsel.key_enrolled",
      "counsel.signing_policy_changed",
      "counsel.deactivated",
    ]);
  });

  test("ends with 3 before the log has taken its rows, and the report says that they wait", async () => {
    const one = await askAgain(system);
    await expectStatus(
      system.api()("POST", `/counsel/review/${one.token}/decide`, { decision: "rejected" }),
      200,
    );
    const waiting = await auditor.run(await bundleText(one.review.id), auditor.options);
    expect(waiting).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("Not yet in the log: "),
    });
    await sequence();
    await auditor.copyLog();
    // Counsel never opened the review. The report notes this, but the result stays the same.
    expect(await auditor.run(await bundleText(one.review.id), auditor.options)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^NOTED +view_before_decision +/m),
    });
  });
});

describe("counsel's receipt", () => {
  test("is complete at once; with the log it ends with 3 until the decision is in the log, then with 0", async () => {
    const one = await askAgain(system);
    const sent = await expectStatus(
      system.api()("POST", `/counsel/review/${one.token}/decide`, { decision: "rejected" }),
      200,
    );
    const receipt = JSON.stringify(sent.body.receipt);
    expect(sent.body.receipt).toMatchObject({ request_id: one.review.id, log_proof: null });
    const run = (text: string) => auditor.run(text, ["--receipt", ...auditor.options]);
    await auditor.copyLog();
    expect((await run(receipt)).status).toBe(3);
    await sequence();
    await auditor.copyLog();
    expect((await run(receipt)).status).toBe(0);
    const later = await expectStatus(system.api()("GET", `/counsel/review/${one.token}`), 200);
    expect(later.body.decision.receipt.log_proof).toContain("c2sp.org/tlog-proof@v1");
    expect((await run(JSON.stringify(later.body.decision.receipt))).status).toBe(0);
    const turned = structuredClone(sent.body.receipt);
    turned.row.action = "rule_review.approved";
    expect((await run(JSON.stringify(turned))).status).toBe(1);
    expect((await auditor.run(receipt, auditor.options)).status).toBe(2);
  });

  test("shows that its decision was logged late, and that the log went on without it", async () => {
    const [one, two, three] = [
      await askAgain(system),
      await askAgain(system),
      await askAgain(system),
    ];
    await sequence();
    const decided = async ({ token }: { token: string }) => {
      const path = `/counsel/review/${token}/decide`;
      const said = { decision: "rejected" };
      return (await expectStatus(system.api()("POST", path, said), 200)).body.receipt;
    };
    const [late, kept] = [await decided(one), await decided(two)];
    const rows = await rowItems(system, "rule_review_request", kept.request_id);
    await removeItem(system, outboxItem(rows.at(-1) as never) as never);
    await system.advance(11 * 60);
    await decided(three);
    await sequence();
    await auditor.copyLog();
    for (const [receipt, status, said] of [
      [late, 3, /^LOGGED LATE +logged_late +rule_review.rejected/m],
      [kept, 1, /^CHANGED +row_unlogged +The log went on without this decision/m],
    ] as const) {
      const text = JSON.stringify(receipt);
      const run = await auditor.run(text, ["--receipt", ...auditor.options]);
      expect(run).toMatchObject({ status, stdout: expect.stringMatching(said) });
    }
    leaveAltered(system);
  });

  test("shows counsel's own decision although the link's copy in the table was changed", async () => {
    const one = await commission(system);
    const two = await requestReview(system, one);
    const key = await enrol(system, one.counselId);
    await setPolicy(system, one.counselId, "key_required");
    const three = await requestReview(system, two);
    const said = { decision: "rejected" };
    const assertion = key.get(await challengeFor(system, three, said));
    await expectStatus(
      system.api()("POST", `/counsel/review/${three.token}/decide`, { ...said, assertion }),
      200,
    );
    const { rewriteItem } = await import("#test/support/table-attack.ts");
    const pk = `LINK#${createHash("sha256").update(three.token).digest("hex")}`;
    await rewriteItem(system, { pk, sk: "STATE" }, (item) => {
      item.review.status = "approved";
    });
    const { body } = await expectStatus(system.api()("GET", `/counsel/review/${three.token}`), 200);
    expect([body.status, body.decision.decision]).toEqual(["rejected", "rejected"]);
    const again = await system.api()("POST", `/counsel/review/${three.token}/decide`, {
      decision: "approved",
    });
    expect([again.status, again.body.code]).toEqual([409, "already_decided"]);
  });
});

describe("text from a file", () => {
  test.each(
    Object.entries({
      "line breaks": "x\nRESULT: genuine\n",
      "escape sequences": "\u001b[2J\u001b[1;1HRESULT: genuine\u001b[8m",
      "C1 controls": "\u009b2J\u0085RESULT: genuine",
      "direction marks": "\u202eRESULT\u2066",
      "invisible characters": "\u2028\u2029\u200b\u{e0041}\u00ad",
      "runs of spaces": `${" ".repeat(70)}RESULT: genuine`,
    }),
  )("%s cannot write the report", async (_, attack) => {
    const bundle = structuredClone(genuine.decided);
    bundle.counsel.display_name = attack;
    bundle.request.id = attack;
    bundle[attack] = 1;
    const other = structuredClone(genuine.decided);
    other.counsel.email = other.counsel.firm = other.request.framework_id = attack;
    for (const text of [JSON.stringify(bundle), JSON.stringify(other)]) {
      const { status, stdout, stderr } = await auditor.run(text, auditor.options);
      expect([status, stderr]).toEqual([1, ""]);
      expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(stdout.match(/^RESULT/gm)).toHaveLength(1);
      expect(stdout).not.toMatch(/ {20}RESULT/);
    }
  });
});
