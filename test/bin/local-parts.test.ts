import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import { startCommand } from "#test/support/command.ts";
import { deployedFunctions } from "#test/support/deployed-functions.ts";
import { halfYearFolder } from "#test/support/half-year.ts";
import { signInByHttp } from "#test/support/sign-in-by-http.ts";

/* What the local run does when its disk is slow, and when one of its parts ends. */

beforeAll(deployedFunctions);

/** A folder that is removed after the test. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "local-parts-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function running(settings: Record<string, string>) {
  // A state that contains the rule books, because loading them takes half of a start.
  const state = await halfYearFolder();
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const command = startCommand("bin/local.ts", { PORT: "0", LOCAL_STATE_DIR: state, ...settings });
  onTestFinished(() => {
    command.child.kill("SIGKILL");
  });
  const [, baseUrl = ""] = await command.line(/^ready (\S+)$/);
  return { command, baseUrl, state };
}

/** Settings that preload a script into the process and its threads. */
function preloaded(script: string): Record<string, string> {
  const file = join(folder(), "disk.cjs");
  writeFileSync(file, script);
  return { NODE_OPTIONS: `--require ${file}` };
}

/** The disk behaves like this while `name` exists. */
const whileThere = (name: string, meanwhile: string) => `
if (require("node:fs").existsSync(${JSON.stringify(name)})) { ${meanwhile} }`;

/** Every rename takes as long as on a busy disk. Later the sign-in's file can never be replaced. */
const disk = (slow: string, failing: string) => `
const fs = require("node:fs/promises");
const rename = fs.rename;
fs.rename = async (from, to) => {
  ${whileThere(slow, "await new Promise((resolve) => setTimeout(resolve, 400));")}
  ${whileThere(failing, 'if (to.endsWith("sign-in.json")) throw Object.assign(new Error("EIO: i/o error, rename"), { code: "EIO" });')}
  return rename(from, to);
};
require("node:module").syncBuiltinESMExports();`;

/** The process with this text in its command line. */
const processWith = (text: string): number => {
  const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return Number.parseInt(lines.find((line) => line.includes(text)) ?? "", 10);
};
const databaseOf = (state: string): number => processWith(`${state}/dynamodb`);

test("signing in keeps working on a slow and on a failing disk, and a killed database is named and restarted with its contents", async () => {
  const [slow = "", failing = ""] = ["slow", "failing"].map((name) => join(folder(), name));
  const { command, baseUrl, state } = await running(preloaded(disk(slow, failing)));
  for (const name of [slow, failing]) {
    writeFileSync(name, "");
    for (let person = 0; person < 2; person += 1) {
      expect(await signInByHttp(baseUrl)).toMatch(/^[\w-]{20,}$/);
    }
    rmSync(name);
  }

  process.kill(databaseOf(state), "SIGKILL");
  const [said] = await command.line(/^.*The database has ended.*$/);
  expect(said).toContain("The database has ended (SIGKILL); it is started again.");
  const response = await fetch(`${baseUrl}/_local/token`, {
    method: "POST",
    body: '{"is_platform_admin": true}',
  });
  const { access_token } = (await response.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  await expect
    .poll(async () => (await fetch(`${baseUrl}/admin/frameworks`, { headers })).status)
    .toBe(200);
  // A database that cannot be restarted ends the run.
  const file = join(state, "dynamodb.sqlite");
  const again = databaseOf(state);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
  mkdirSync(file);
  process.kill(again, "SIGKILL");
  const { code, stderr } = await command.ended;
  expect(stderr).toMatch(/^The database file \S+ cannot be used \(.*\n$/);
  expect(code).toBe(1);
});

test("if a database in memory is killed, the run ends with one sentence", async () => {
  const lost = Promise.withResolvers<Error>();
  const ends = { onFault: lost.resolve, onLost: lost.resolve };
  const { endpoint, close } = await startDatabase(null, "countersign", ends);
  onTestFinished(close);
  process.kill(processWith(`--port ${new URL(endpoint).port}`), "SIGKILL");
  expect((await lost.promise).message).toBe(
    "The database has ended (SIGKILL), and with it what it held in memory.",
  );
});
