import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startLocalServer } from "#infra/local/local-server.ts";
import { MAX_RULES_ASKED } from "#shared/domain/clearance/limits.ts";
import { keyLines } from "#shared/domain/log/key-change.ts";
import { verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { startCommand } from "#test/support/command.ts";
import { sampled } from "#test/support/full-size.ts";
import { testLogKeys, testWitness } from "#test/support/log-signer.ts";
import {
  askAgain,
  commission,
  expectStatus,
  newRuleBook,
  ruleText,
} from "#test/support/review-fixture.ts";
import { anotherRoom } from "#test/support/room-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { readArguments } from "../../bin/audit-log/arguments.ts";
import { auditLog as audit } from "../../bin/audit-log/audit.ts";
import { openMirror } from "../../bin/audit-log/mirror.ts";
import manifest from "../../package.json" with { type: "json" };

const system = suiteSystemWithLog();
let folder: string;
let mirror: string;
/** A mirror of the log as it was at first. Each test that forges a mirror takes a copy. */
let seen: string;
let TOKEN: string;

beforeAll(async () => {
  TOKEN = await system.token({ is_platform_admin: true });
  await grow();
  seen = join(mkdtempSync(join(tmpdir(), "audit-log-")), "mirror");
  await auditLog([system.baseUrl, "--mirror", seen], { TOKEN });
});
afterAll(async () => {
  rmSync(dirname(seen), { recursive: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "audit-log-"));
  mirror = join(folder, "mirror");
  return () => rmSync(folder, { recursive: true });
});

async function grow(): Promise<void> {
  await askAgain(system);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
}

/** The command as defined in package.json. */
function auditLogCommand(args: readonly string[], settings: Record<string, string> = {}) {
  const [, script = "", ...first] = manifest.scripts["audit-log"].split(" ");
  return startCommand(script, settings, { args: [...first, ...args] }).ended;
}

/** What the command does and prints, in this process. */
async function auditLog(words: readonly string[], { TOKEN: token }: { TOKEN?: string } = {}) {
  const lines: string[] = [];
  const given = readArguments(words);
  if (given === null) throw new Error("It would print its usage.");
  const end = await audit(given, token, (line) => lines.push(`${line}\n`)).then(
    (code) => ({ code, stderr: "" }),
    (error: Error) => ({ code: 2, stderr: `${error.message}\n` }),
  );
  return { ...end, stdout: lines.join("") };
}
const look = (settings?: { TOKEN?: string }) =>
  auditLog([system.baseUrl, "--mirror", mirror], settings);
const kept = () => readFileSync(join(mirror, "checkpoint"), "utf8");

describe("npm run audit-log", () => {
  test("reports nothing for a log that keeps its promises, and says what it could not compare", async () => {
    const { code, stdout, stderr } = await auditLogCommand([system.baseUrl]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Rows were not compared: there is no token in TOKEN.");
    expect(stdout).toContain("Nothing was compared with an earlier state");
    const [, size, root] = (await system.api()("GET", "/evidence/log/checkpoint")).text.split("\n");
    expect(stdout).toContain(`/evidence/log: ${size} leaves, root ${root}.`);
    expect(stdout).toMatch(/Nothing was found\.\n$/);
  });

  test("finds nothing after imports at once that only give a rule another source", async () => {
    const { frameworkId } = await newRuleBook(system, [ruleText("r.a")]);
    const put = (use_case_id: string, more: object = {}) => {
      const rules = [{ ...ruleText(use_case_id), ...more }];
      return expectStatus(
        system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules }),
        200,
      );
    };
    // The first round also starts the function's instances, so the second one overlaps for certain.
    for (const source_status of ["official_summary", "official_text"]) {
      await Promise.all(Array.from({ length: 5 }, () => put("r.a", { source_status })));
    }
    await put("r.b");
    const query = `resource_type=framework&resource_id=${frameworkId}&limit=200`;
    const { body } = await system.admin("GET", `/admin/audit?${query}`);
    const rows: { action: string; row_hash: string }[] = body.items;
    const imported = rows.filter(({ action }) => action === "rules.imported");
    expect(imported).toHaveLength(4);
    await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
    for (const { row_hash } of imported) {
      expect((await system.api()("GET", `/evidence/log/proof/${row_hash}`)).status).toBe(200);
    }
    const { stdout } = await look({ TOKEN });
    expect(stdout).toContain("Nothing was found.");
  });

  test("finds nothing after visitors of a room asked at the same moment", async () => {
    const { token } = await anotherRoom(system, { may_ask: true });
    const path = `/room/${token}/questions`;
    const ask = () => expectStatus(system.api()("POST", path, { text: "Who decided?" }), 201);
    // One row is written at a time, so the later ones get the time of the row before them.
    await Promise.all(Array.from({ length: 5 }, ask));
    await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
    expect((await look({ TOKEN })).stdout).toMatch(/Nothing was found\.\n$/);
  });

  test("finds nothing about a row that was written after the list was read", async () => {
    const { counselId } = await commission(system);
    await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
    const real = globalThis.fetch;
    let written: Promise<unknown> | null = null;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      if (url.includes("/admin/audit?resource_type=")) {
        const path = `/admin/counsel/${counselId}/deactivate`;
        written ??= expectStatus(system.admin("POST", path), 200);
        await written;
      }
      return real(url, init);
    });
    const { stdout } = await look({ TOKEN }).finally(() => vi.unstubAllGlobals());
    expect(written).not.toBeNull();
    expect(stdout).toMatch(/Nothing was found\.\n$/);
  });

  test("compares the growing log with the rows and with what it saw last time", async () => {
    cpSync(seen, mirror, { recursive: true });
    const before = Number(kept().split("\n")[1]);
    await grow();
    const second = await look({ TOKEN });
    expect([second.code, second.stderr]).toEqual([0, ""]);
    expect(second.stdout).not.toContain("Rows were not compared");
    expect(second.stdout).not.toContain("Nothing was compared");
    expect(second.stdout).toMatch(/Nothing was found\.\n$/);
    expect(Number(kept().split("\n")[1])).toBeGreaterThan(before);
    expect(kept()).toBe((await system.api()("GET", "/evidence/log/checkpoint")).text);
    expect(readdirSync(join(mirror, "tile", "entries"))).not.toEqual([]);
    expect((await look()).code).toBe(0);
  });

  const forgeries: [string, (note: string) => string, RegExp][] = [
    [
      "other leaves",
      (note) =>
        note.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${Buffer.alloc(32, 7).toString("base64")}\n`),
      /^FOUND log_forked: Its first \d+ leaves are not those seen before\.$/m,
    ],
    [
      "more leaves",
      (note) => note.replace(/\n\d+\n/, "\n1000000\n"),
      /^FOUND log_rolled_back: It had 1,000,000 leaves, it has \d+\.$/m,
    ],
    [
      "another origin",
      (note) => `other/log${note.slice(note.indexOf("\n"))}`,
      /^FOUND log_forked: It was other\/log/m,
    ],
  ];
  test.each(sampled(forgeries, 2))(
    "exits with 1 when its mirror has %s, and keeps what it saw",
    async (_, forge, sentence) => {
      cpSync(seen, mirror, { recursive: true });
      const before = forge(kept());
      writeFileSync(join(mirror, "checkpoint"), before);
      const { code, stdout } = await look({ TOKEN });
      expect(stdout).toMatch(sentence);
      expect(stdout).toMatch(/\d findings?\.\n$/);
      expect(code).toBe(1);
      expect(kept()).toBe(before);
    },
  );

  test("follows the keys from those in its mirror, and demands the policy's witnesses", async () => {
    cpSync(seen, mirror, { recursive: true });
    const { status } = await system.admin("POST", "/admin/setup/evidence-log-key/rotate-key");
    expect(status).toBe(200);
    await grow();
    expect((await look()).stdout).toMatch(/Nothing was found\.\n$/);
    const strangers = testLogKeys("other.example/evidence/log");
    writeFileSync(join(mirror, "key"), keyLines(strangers.keys));
    const { code, stdout } = await look();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^FOUND key_unannounced: /m)]);
    const policy = join(folder, "policy");
    const witness = testWitness("w.example").key;
    writeFileSync(policy, `witness w ${verifierKeyText(witness)}\nquorum w\n`);
    const missed = await auditLogCommand([system.baseUrl, "--policy", policy]);
    expect(missed).toMatchObject({ code: 1 });
    expect(missed.stdout).toMatch(/^FOUND witness_quorum: .* cosigned by nobody\.$/m);
    writeFileSync(policy, "quorum w\n");
    const wrong = await auditLog([system.baseUrl, "--policy", policy]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("Line 1: w is not defined"),
    ]);
  });

  test("asks for the checkpoint again if the witnesses have not cosigned it yet", async () => {
    const witness = testWitness("w.example");
    const policy = join(folder, "policy");
    writeFileSync(policy, `witness w ${verifierKeyText(witness.key)}\nquorum w\n`);
    let asked = 0;
    const served = await startLocalServer(async ({ url }, response) => {
      const answer = await fetch(`${system.baseUrl}${url}`);
      const note = Buffer.from(await answer.arrayBuffer());
      response.statusCode = answer.status;
      response.write(note);
      if (url?.endsWith("/checkpoint")) asked += 1;
      const isCosigned = url?.endsWith("/checkpoint") && asked > 1;
      const text = `${note.toString().split("\n\n")[0]}\n`;
      response.end(isCosigned ? witness.line(text, 1_793_491_200n) : "");
    });
    const { code, stdout } = await auditLog([served.url, "--policy", policy]);
    await served.close();
    expect([code, asked, stdout]).toEqual([0, 2, expect.stringContaining("Nothing was found.")]);
  });

  test("exits with 2 when its mirror is not a mirror", async () => {
    cpSync(seen, mirror, { recursive: true });
    for (const text of ["", "{}", "no\n1\nnote\n"]) {
      writeFileSync(join(mirror, "checkpoint"), text);
      await expect(openMirror(mirror)).rejects.toThrow(`${mirror} is not a mirror of a log.`);
      expect(kept()).toBe(text);
    }
    const { code, stderr } = await look();
    expect([code, stderr]).toEqual([2, `${mirror} is not a mirror of a log.\n`]);
  });

  test("exits with 2 when the log or the rows cannot be read, or its arguments are wrong", async () => {
    const refused = await auditLogCommand([system.baseUrl], { TOKEN: "no-token" });
    expect([refused.code, refused.stderr]).toEqual([2, "/admin/audit?limit=200 answered 401.\n"]);
    const nobody = await auditLog(["http://127.0.0.1:1"]);
    expect([nobody.code, nobody.stderr]).toEqual([
      2,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/evidence\/log\/\w+ is not reached\.\n$/),
    ]);
    for (const args of [[], ["no-address"], [system.baseUrl, "--mirror"], [system.baseUrl, "-x"]]) {
      expect([args, readArguments(args)]).toEqual([args, null]);
    }
    expect(readArguments([system.baseUrl, "--mirror", mirror])).not.toBeNull();
    const { code, stderr } = await auditLogCommand([]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Usage: ")]);
  });

  // Every later look reads all of these rules, so this test comes last.
  test("finds nothing in a book with more rules than one question of clearance takes", async () => {
    const { frameworkId } = await newRuleBook(system, [ruleText("r.a")]);
    const rules = Array.from({ length: MAX_RULES_ASKED }, (_, i) => ruleText(`r.n${i}`));
    const path = `/admin/frameworks/${frameworkId}/rules`;
    await expectStatus(system.admin("PUT", path, { rules }), 200);
    await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
    expect((await look({ TOKEN })).stdout).toMatch(/Nothing was found\.\n$/);
  });
});
