import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startCommand } from "#test/support/command.ts";
import { signInByHttp } from "#test/support/sign-in-by-http.ts";

/* What the local run does when its disk is slow, and when one of its parts ends. */

async function running(settings: Record<string, string> = {}) {
  const state = mkdtempSync(join(tmpdir(), "local-parts-"));
  const command = startCommand("bin/local.ts", { PORT: "0", LOCAL_STATE_DIR: state, ...settings });
  onTestFinished(() => {
    command.child.kill("SIGKILL");
    rmSync(state, { recursive: true, force: true });
  });
  const [, baseUrl = ""] = await command.line(/^ready (\S+)$/);
  return { command, baseUrl, state };
}

/** Settings that preload a script into the process and its threads. */
function preloaded(script: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "preload-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "disk.cjs");
  writeFileSync(file, script);
  return { NODE_OPTIONS: `--require ${file}` };
}

/** Every rename takes as long as on a busy disk. */
const slowDisk = `
const fs = require("node:fs/promises");
const rename = fs.rename;
fs.rename = async (...paths) => {
  await new Promise((resolve) => setTimeout(resolve, 400));
  return rename(...paths);
};
require("node:module").syncBuiltinESMExports();`;

/** The sign-in's file can never be replaced. */
const failingDisk = `
const fs = require("node:fs/promises");
const rename = fs.rename;
fs.rename = async (from, to) => {
  if (!to.endsWith("sign-in.json")) return rename(from, to);
  throw Object.assign(new Error("EIO: i/o error, rename"), { code: "EIO" });
};
require("node:module").syncBuiltinESMExports();`;

test.each([
  ["slow", slowDisk],
  ["failing", failingDisk],
])("signing in works again and again on a %s disk", async (_, disk) => {
  const { command, baseUrl } = await running(preloaded(disk));
  for (let person = 0; person < 2; person += 1) {
    expect(await signInByHttp(baseUrl)).toMatch(/^[\w-]{20,}$/);
  }
  command.child.kill("SIGINT");
  expect((await command.ended).code).toBe(0);
});

const databaseOf = (state: string): number => {
  const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return Number.parseInt(lines.find((line) => line.includes(`${state}/dynamodb`)) ?? "", 10);
};

test("a database that is killed is named, started again, and still has what it held", async () => {
  const { command, baseUrl, state } = await running();
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
  command.child.kill("SIGINT");
  expect((await command.ended).code).toBe(0);
});

test("a database in memory that is killed ends the run with a sentence", async () => {
  const { command } = await running({ LOCAL_STATE_DIR: "memory" });
  const children = execFileSync("ps", ["-eo", "pid,ppid,args"], { encoding: "utf8" }).split("\n");
  const mine = children.find(
    (line) => line.includes("dynoxide") && line.includes(` ${command.child.pid} `),
  );
  process.kill(Number.parseInt(mine ?? "", 10), "SIGKILL");
  const { code, stderr } = await command.ended;
  expect(stderr).toBe("The database has ended (SIGKILL), and with it what it held in memory.\n");
  expect(code).toBe(1);
});
