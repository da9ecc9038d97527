import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clearanceCheckText } from "#infra/clearance-check.ts";
import { startLocalServer } from "#infra/local/local-server.ts";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { verifierProcess } from "#test/support/verifier-runs.ts";

let system: TestSystem;
let ci: CiIssuer;
let folder: string;
let check: ReturnType<typeof verifierProcess>;
let framework: string;
const rules = [ruleText("rule.a"), ruleText("rule.b"), ruleText("rule.c")];
beforeAll(async () => {
  ci = await startCiIssuer();
  system = await startTestSystem({
    functions: "deployed",
    settings: { PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host },
  });
  const { token, frameworkId } = await commission(system);
  framework = frameworkId;
  await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
  await expectStatus(
    system.admin("PUT", "/admin/clearance/pipelines/release", {
      display_name: "Release",
      issuer: ci.url,
      audience: new URL(system.baseUrl).origin,
      claims: { repository_id: "1001" },
      framework_ids: [framework],
    }),
    200,
  );
  folder = mkdtempSync(join(tmpdir(), "check-"));
  const { text } = await system.api()("GET", "/clearance/check.mjs");
  const program = join(folder, "check.mjs");
  writeFileSync(program, text);
  check = verifierProcess(program, text);
});
afterAll(async () => {
  check.close();
  await Promise.all([system.close(), ci.close()]);
});

interface Ran {
  code: number;
  out: string;
  summary: string;
}

/** Runs share a process. */
async function run(words: string[], env: Record<string, string> = {}): Promise<Ran> {
  const file = join(folder, `summary-${Math.random()}`);
  const isOnGithub = env.GITHUB_ACTIONS !== undefined;
  const given = { ...env, ...(isOnGithub ? { GITHUB_STEP_SUMMARY: file } : {}) };
  const { status, stdout, stderr } = await check.run(words, "", given);
  const summary = isOnGithub ? readFileSync(file, "utf8") : "";
  return { code: Number(status), out: stdout + stderr, summary };
}

/** Runs it as a pipeline does. */
function runAlone(words: string[], env: Record<string, string>): Promise<Omit<Ran, "summary">> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(folder, "check.mjs"), ...words],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr });
      },
    );
  });
}

const fileOf = (value: unknown): string => {
  const file = join(folder, `rules-${Math.random()}.json`);
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
};
const words = (given: unknown, url = system.baseUrl) => [
  "--url",
  url,
  "--framework",
  framework,
  "--rules",
  fileOf(given),
];
const token = () => ci.token({ aud: new URL(system.baseUrl).origin });

describe("check.mjs", () => {
  test("is served as it is built", async () => {
    expect((await system.api()("GET", "/clearance/check.mjs")).text).toBe(
      await clearanceCheckText(),
    );
  });

  test("ends with 0 when the wordings are cleared, given as an array or as {rules}", async () => {
    const env = { CLEARANCE_TOKEN: await token() };
    for (const [given, runIt] of [
      [rules, run],
      [{ rules }, runAlone],
    ] as const) {
      const { code, out } = await runIt(words(given), env);
      expect([code, out]).toEqual([0, `Cleared: 3 rules of ${framework}.\n`]);
    }
  });

  test("ends with 1 and names each blocker with its reason, but with --soft it only warns", async () => {
    const env = { CLEARANCE_TOKEN: await token() };
    const changed = [rules[0], ruleText("rule.b", { title: "Changed" }), ruleText("rule.new")];
    const { code, out } = await run(words(changed), env);
    expect(code).toBe(1);
    expect(out).toContain("| rule.b   | wording_differs |");
    expect(out).toContain("| rule.new | unknown_rule    |");
    expect((await run([...words(changed), "--soft"], env)).code).toBe(0);
  });

  test("gets GitHub's token itself, annotates and summarises", async () => {
    const asked: string[] = [];
    const value = await token();
    const { url, close } = await startLocalServer((request, response) => {
      asked.push(`${request.headers.authorization} ${request.url}`);
      response.end(JSON.stringify({ value }));
    });
    const env = {
      GITHUB_ACTIONS: "true",
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request-token",
    };
    const { code, out, summary } = await run(words([ruleText("rule.new")]), env);
    await close();
    expect(code).toBe(1);
    const origin = encodeURIComponent(new URL(system.baseUrl).origin);
    expect(asked).toEqual([`Bearer request-token /token?api-version=2&audience=${origin}`]);
    expect(out).toMatch(/^::add-mask::/m);
    expect(out).toMatch(/^::error title=Not cleared::rule\.new: unknown_rule\./m);
    expect(summary).toContain("| rule.new | unknown&#95;rule |");
  });

  test.each<[string, (given: string[]) => string[], Record<string, string>]>([
    ["no token", (given) => given, {}],
    ["an unknown option", (given) => [...given, "--loud"], { CLEARANCE_TOKEN: "t" }],
    [
      "an address in the clear",
      () => words(rules, "http://host.example"),
      { CLEARANCE_TOKEN: "t" },
    ],
    ["no file", () => [...words(rules).slice(0, 4), "--rules", "/none"], { CLEARANCE_TOKEN: "t" }],
    ["a file that is no JSON", () => words("{"), { CLEARANCE_TOKEN: "t" }],
    ["a file without rules", () => words({ rules: [] }), { CLEARANCE_TOKEN: "t" }],
    ["a rule named twice", () => words([rules[0], rules[0]]), { CLEARANCE_TOKEN: "t" }],
    [
      "501 rules",
      () => words(Array.from({ length: 501 }, (_, i) => ruleText(`rule.${i}`))),
      { CLEARANCE_TOKEN: "t" },
    ],
  ])("bad use ends with 2, softly too: %s", async (_, wordsOf, env) => {
    const given = wordsOf(words(rules));
    expect((await run(given, env)).code).toBe(2);
    expect((await run([...given, "--soft"], env)).code).toBe(2);
  });

  test("ends with 3 for a refused token, and does not print the token", async () => {
    const wrong = await ci.token({ aud: "somebody-else" });
    const { code, out } = await run(words(rules), { CLEARANCE_TOKEN: wrong });
    expect([code, out.includes("token_invalid"), out.includes(wrong)]).toEqual([3, true, false]);
    expect((await run([...words(rules), "--soft"], { CLEARANCE_TOKEN: wrong })).code).toBe(0);
  });

  const whole = async () =>
    (
      await system.api(await token())("POST", "/clearance/pipeline", {
        framework_id: framework,
        rules,
      })
    ).body;
  const green = { cleared: true, blockers: [], approvals: [] };
  test.each<[string, (answer: Record<string, unknown>) => unknown]>([
    ["no JSON", () => "cleared"],
    ["nothing but cleared", () => ({ cleared: true })],
    ["another framework", (answer) => ({ ...answer, framework_id: "other" })],
    ["another rules_hash", (answer) => ({ ...answer, rules_hash: "0".repeat(64) })],
    ["approvals left out", (answer) => ({ ...answer, ...green })],
    ["cleared in spite of blockers", (answer) => ({ ...answer, cleared: false })],
    [
      "an approval of another wording",
      (answer) => ({
        ...answer,
        approvals: (answer.approvals as object[]).map((one) => ({ ...one, content_hash: "0" })),
      }),
    ],
  ])("an answer that is not whole and consistent ends with 3: %s", async (_, altered) => {
    const answer = altered(await whole());
    const { url, close } = await startLocalServer((_request, response) => {
      response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
    });
    const { code } = await run(words(rules, url), { CLEARANCE_TOKEN: "t" });
    await close();
    expect(code).toBe(3);
  });

  test.each<[string, RequestListener]>([
    ["a redirect", (_, response) => response.writeHead(307, { location: "/elsewhere" }).end()],
    ["a 500", (_, response) => response.writeHead(500).end()],
    ["a connection that breaks", (request) => request.socket.destroy()],
  ])("%s ends with 3", async (_, listener) => {
    const { url, close } = await startLocalServer(listener);
    const { code } = await run(words(rules, url), { CLEARANCE_TOKEN: "t" });
    await close();
    expect(code).toBe(3);
  });

  test.each<[string, RequestListener]>([
    ["an answer that never begins", () => {}],
    ["one that never ends", (_, response) => response.writeHead(200).write("{")],
  ])("%s ends with 3 after 20 seconds", async (_, listener) => {
    // The limit is printed, and then a hundredth of it is used.
    const quick = `const { timeout } = AbortSignal;
      AbortSignal.timeout = (ms) => (console.error("limit", ms), timeout.call(AbortSignal, ms / 100));`;
    const { url, close } = await startLocalServer(listener);
    const { code, out } = await runAlone(words(rules, url), {
      CLEARANCE_TOKEN: "t",
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(quick)}`,
    });
    await close();
    expect(code).toBe(3);
    expect(out).toContain("limit 20000\n");
    expect(out).toContain("there was no answer in time");
  });

  test("text from outside gives the CI no command, the terminal no control, the summary no mark-up", async () => {
    const hostile =
      "::error::x ##[error] \u001b[31m\n::set-output name=a::b <img src=x> [a](b) \u202e";
    const { url, close } = await startLocalServer((_request, response) => {
      const body = { code: hostile, detail: hostile };
      response.writeHead(403).end(JSON.stringify(body));
    });
    const env = { CLEARANCE_TOKEN: "t", GITHUB_ACTIONS: "true" };
    const { code, out, summary } = await run(words(rules, url), env);
    await close();
    expect(code).toBe(3);
    const commands = out.split("\n").filter((line) => line.trimStart().startsWith("::"));
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatch(/^::error title=Clearance not checked::the service answered 403/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|##\[/);
    expect(summary).not.toMatch(/[<[\]]|\u202e/);
  });
});
