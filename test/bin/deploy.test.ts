import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";

const STAGE = "deploy-test";
const FILE = `cdk.context.${STAGE}.json`;
afterEach(() => rmSync(FILE, { force: true }));

/** Runs the command with a fake `aws` that answers as given; cdk only prints its version. */
function deploy(aws: string, options?: unknown, args = [STAGE, "--version"]) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-deploy-"));
  const calls = join(folder, "calls");
  writeFileSync(join(folder, "aws"), `#!/bin/sh\necho "$@" >> ${calls}\n${aws}\n`);
  chmodSync(join(folder, "aws"), 0o755);
  if (options !== undefined) {
    writeFileSync(FILE, typeof options === "string" ? options : JSON.stringify(options));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/deploy.ts", ...args], {
    encoding: "utf8",
    env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder },
  });
  return { status, stdout, stderr, calls: existsSync(calls) ? readFileSync(calls, "utf8") : "" };
}

const deployed = (names: string) => `echo '${names}'`;
const started = /^\d+\.\d+\.\d+/;

describe("npm run deploy", () => {
  test("reads the deployed stage's options, and deploys when none would be dropped", () => {
    const answer = deploy(deployed("APP_URL,alarmEmail"), {
      alarmEmail: "a@example.com",
      APP_URL: "https://a.example",
      logRetentionDays: 30,
    });
    expect(answer.stdout).toMatch(started);
    expect(answer.calls).toContain(`--stack-name Countersign-${STAGE}-State`);
  });

  test.each([
    undefined,
    {},
    { alarmEmail: "a@example.com" },
    { alarmEmail: "a@example.com", APP_URL: "" },
  ])("refuses %j, which would drop APP_URL, names it and starts nothing", (options) => {
    const answer = deploy(deployed("APP_URL,alarmEmail"), options);
    expect(answer.status).toBe(1);
    expect(answer.stderr).toMatch(new RegExp(`APP_URL.*${FILE}`));
    expect(answer.stdout).toBe("");
  });

  test("removes an option that is set to null", () => {
    const answer = deploy(deployed("APP_URL"), { APP_URL: null });
    expect(answer.stdout).toMatch(started);
  });

  test.each([
    ["a stage that does not exist yet", "echo 'Stack with id X does not exist' >&2; exit 254"],
    ["a stage deployed before options were told", deployed("None")],
    ["a stage without options", deployed("none")],
  ])("deploys %s", (_, aws) => {
    expect(deploy(aws).stdout).toMatch(started);
  });

  test.each([["local"], ["test"]])(
    "refuses the stage %s before it asks AWS for anything",
    (stage) => {
      const answer = deploy(deployed("None"), undefined, [stage, "--version"]);
      expect(answer).toMatchObject({ status: 1, stdout: "", calls: "" });
      expect(answer.stderr).toMatch(new RegExp(`^The stage ${stage} .*\\.$`, "m"));
    },
  );

  test("does not deploy when it cannot read the deployed stage", () => {
    const answer = deploy("echo 'ExpiredToken' >&2; exit 254");
    expect([answer.status, answer.stdout]).toEqual([1, ""]);
    expect(answer.stderr).toContain("ExpiredToken");
    const silent = deploy("exit 0");
    expect([silent.status, silent.stdout]).toEqual([1, ""]);
    expect(silent.stderr).toContain("gave no answer");
  });

  test("says what is wrong with a file that is not a JSON object", () => {
    for (const text of ["{", "[]", "null"]) {
      const answer = deploy(deployed("none"), text);
      expect([answer.status, answer.stdout]).toEqual([1, ""]);
      expect(answer.stderr).toContain(FILE);
    }
  });

  test.each([[[]], [["--all"]], [["Prod"]]])("%j is refused and the usage is printed", (args) => {
    const answer = deploy(deployed("none"), undefined, args);
    expect([answer.status, answer.calls]).toEqual([1, ""]);
    expect(answer.stderr).toContain("npm run deploy -- <stage>");
  });
});

test("a stage's options file belongs to its operator: git ignores it", () => {
  const { status } = spawnSync("git", ["check-ignore", "-q", FILE]);
  expect(status).toBe(0);
});
