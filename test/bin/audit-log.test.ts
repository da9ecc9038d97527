import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startCommand } from "#test/support/command.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import manifest from "../../package.json" with { type: "json" };

let system: TestSystem;
let folder: string;
let state: string;
let TOKEN: string;

beforeAll(async () => {
  system = await startTestSystemWithLog();
  TOKEN = await system.token({ is_platform_admin: true });
  await grow();
});
afterAll(() => system.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "audit-log-"));
  state = join(folder, "state.json");
  return () => rmSync(folder, { recursive: true });
});

async function grow(): Promise<void> {
  await commission(system);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
}

/** The command as defined in package.json. */
function auditLog(args: readonly string[], settings: Record<string, string> = {}) {
  const [, script = "", ...first] = manifest.scripts["audit-log"].split(" ");
  return startCommand(script, settings, { args: [...first, ...args] }).ended;
}
const look = (settings?: Record<string, string>) =>
  auditLog([system.baseUrl, "--state", state], settings);
const kept = () => JSON.parse(readFileSync(state, "utf8"));

describe("npm run audit-log", () => {
  test("reports nothing for a log that keeps its promises, and says what it could not compare", async () => {
    const { code, stdout, stderr } = await auditLog([system.baseUrl]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Rows were not compared: there is no token in TOKEN.");
    expect(stdout).toContain("Nothing was compared with an earlier state");
    const [, size, root] = (await system.api()("GET", "/evidence/log/checkpoint")).text.split("\n");
    expect(stdout).toContain(`/evidence/log: ${size} leaves, root ${root}.`);
    expect(stdout).toMatch(/Nothing was found\.\n$/);
  });

  test("compares the growing log with the rows and with what it saw last time", async () => {
    const first = await look({ TOKEN });
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).not.toContain("Rows were not compared");
    const seen = kept();
    await grow();
    const second = await look({ TOKEN });
    expect([second.code, second.stderr]).toEqual([0, ""]);
    expect(second.stdout).not.toContain("Nothing was compared");
    expect(second.stdout).toMatch(/Nothing was found\.\n$/);
    expect(kept().size).toBeGreaterThan(seen.size);
    expect((await look()).code).toBe(0);
  });

  test.each([
    [
      "other leaves",
      { root: Buffer.alloc(32, 7).toString("base64") },
      /^FOUND forked: Its first \d+ leaves are not those seen before\.$/m,
    ],
    [
      "more leaves",
      { size: 1_000_000 },
      /^FOUND rolled_back: It had 1000000 leaves, it has \d+\.$/m,
    ],
    ["another origin", { origin: "other/log" }, /^FOUND origin_changed: It was other\/log/m],
    ["another key", { keys: ["log+00000000+AAAA"] }, /^FOUND key_withdrawn: log\+00000000\+AAAA/m],
  ])("exits with 1 when it saw %s before, and keeps what it saw", async (_, forged, sentence) => {
    await look({ TOKEN });
    const before = { ...kept(), ...forged };
    writeFileSync(state, JSON.stringify(before));
    const { code, stdout } = await look({ TOKEN });
    expect(stdout).toMatch(sentence);
    expect(stdout).toMatch(/\d findings\.\n$/);
    expect(code).toBe(1);
    expect(kept()).toEqual(before);
  });

  test.each(["", "{", "{}", "null", '{"size":-1}'])(
    "exits with 2 when its saved state cannot be read: %j",
    async (text) => {
      writeFileSync(state, text);
      const { code, stderr } = await look();
      expect([code, stderr]).toEqual([
        2,
        `${state} cannot be read; without it, what was seen before is unknown.\n`,
      ]);
      expect(readFileSync(state, "utf8")).toBe(text);
    },
  );

  test("exits with 2 when the log or the rows cannot be read, or its arguments are wrong", async () => {
    const refused = await auditLog([system.baseUrl], { TOKEN: "no-token" });
    expect([refused.code, refused.stderr]).toEqual([2, "/admin/audit?limit=200 answered 401.\n"]);
    const nobody = await auditLog(["http://127.0.0.1:1"]);
    expect([nobody.code, nobody.stderr]).toEqual([
      2,
      "http://127.0.0.1:1/evidence/log/checkpoint is not reached.\n",
    ]);
    for (const args of [[], ["no-address"], [system.baseUrl, "--state"], [system.baseUrl, "-x"]]) {
      const { code, stderr } = await auditLog(args);
      expect([code, stderr]).toEqual([2, expect.stringContaining("Usage: ")]);
    }
  });
});
