import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { refuseStageName } from "#infra/aws/stage.ts";
import { compileCache } from "#test/support/command.ts";
import { copyOfProject } from "#test/support/copy-of-project.ts";
import { sized } from "#test/support/full-size.ts";
import { placeOf } from "../../bin/aws/place.ts";
import { readArguments } from "../../bin/deploy/arguments.ts";
import { readOptions } from "../../bin/deploy/options.ts";

const STAGE = "deploy-test";
const FILE = `cdk.context.${STAGE}.json`;
const pinned = { account: "111122223333", region: "us-east-1", alarmRecipients: "none" };
afterEach(() => rmSync(FILE, { force: true }));

interface Given {
  options?: unknown;
  args?: string[];
  env?: Record<string, string>;
  home?: Record<string, unknown>;
  command?: string;
}

/** A machine with a fake `aws`. Its first answer names the account; the second one fails. */
function machine({ options = pinned, env = {}, home }: Given) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-deploy-"));
  const calls = join(folder, "calls");
  const aws = `#!/bin/sh\necho "$@" >> ${calls}
case "$1" in sts) echo '{"Account":"111122223333"}';; *) echo 'ExpiredToken' >&2; exit 254;; esac\n`;
  writeFileSync(join(folder, "aws"), aws);
  chmodSync(join(folder, "aws"), 0o755);
  if (home !== undefined) writeFileSync(join(folder, ".cdk.json"), JSON.stringify(home));
  writeFileSync(FILE, typeof options === "string" ? options : JSON.stringify(options));
  return {
    env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, ...env },
    asked: () => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []),
  };
}

/** Runs the command on it. */
function run(given: Given) {
  const { args = [STAGE], command = "deploy" } = given;
  const { env, asked } = machine(given);
  const { status, stdout, stderr } = spawnSync(process.execPath, [`bin/${command}.ts`, ...args], {
    encoding: "utf8",
    env: { ...env, ...compileCache },
  });
  return { status, stdout, stderr, asked: asked() };
}

/** The message with which the command refuses to choose a place there, as its process prints it. */
function refusalOf(given: Given) {
  const { env, asked } = machine(given);
  try {
    const { stage, profile } = readArguments(given.args ?? [STAGE], "the usage");
    placeOf(stage, readOptions(FILE), profile, env);
  } catch (error) {
    return { message: (error as Error).message, asked: asked() };
  }
  return { message: "", asked: asked() };
}

describe("npm run deploy asks only the account and region to which it deploys", () => {
  test("every call names the pinned region, and the profile if there is one", () => {
    const { asked, stderr } = run({ args: [STAGE, "--profile", "bank"] });
    expect(asked).toHaveLength(2);
    for (const call of asked) expect(call).toContain("--region us-east-1 --profile bank");
    // This is AWS's own message, and nothing was deployed.
    expect(stderr).toContain("ExpiredToken");
    const byVariable = refusalOf({ env: { AWS_PROFILE: "bank" } });
    expect(byVariable.asked).not.toEqual([]);
    for (const call of byVariable.asked) expect(call).toContain("--profile bank");
  });

  test("credentials of another account are refused before any other call", () => {
    const { message, asked } = refusalOf({ options: { ...pinned, account: "444455556666" } });
    expect(asked).toHaveLength(1);
    expect(message).toMatch(/account 444455556666, but these credentials are of 111122223333/);
  });

  test.each<[string, Given]>([
    ["account and region", { options: {} }],
    ["account and region", { options: { account: "111122223333" } }],
    ["account", { options: { ...pinned, account: "1" } }],
    ["region", { options: { ...pinned, region: "mars" } }],
    ["AWS_REGION", { env: { AWS_REGION: "eu-west-1" } }],
    ["AWS_DEFAULT_REGION", { env: { AWS_DEFAULT_REGION: "eu-west-1" } }],
    ["AMAZON_REGION", { env: { AMAZON_REGION: "eu-west-1" } }],
    ["CDK_PROFILE", { env: { CDK_PROFILE: "other" } }],
    ["CDK_ROLE_ARN", { env: { CDK_ROLE_ARN: "arn:aws:iam::1:role/x" } }],
    ["CDK_CONTEXT", { env: { CDK_CONTEXT: "stage=other" } }],
    ["profile", { home: { profile: "other" } }],
    ["AWS_PROFILE", { env: { AWS_PROFILE: "a", AWS_ACCESS_KEY_ID: "b" } }],
    ["--app", { args: [STAGE, "--app", "cdk.out"] }],
  ])("%s: what would choose another place is refused by name: %j", (name, given) => {
    const { message, asked } = refusalOf(given);
    expect(asked).toEqual([]);
    expect(message).toContain(name);
    expect(message).toMatch(/\.$/);
  });

  test("such a refusal ends the command before any call", () => {
    const { status, stderr, asked } = run({ env: { AWS_REGION: "eu-west-1" } });
    expect([status, asked]).toEqual([1, []]);
    expect(stderr.trim()).toMatch(/AWS_REGION.*\.$/);
  });

  test("the stages local and test are refused before any call", () => {
    const { status, stderr, asked } = run({ args: ["local"] });
    expect([status, asked]).toEqual([1, []]);
    expect(stderr).toMatch(/^The stage local .*\.$/m);
    expect(() => refuseStageName("test")).toThrow(/^The stage test .*\.$/);
  });

  test("an options file that is not a JSON object is named in the error", () => {
    for (const text of ["{", "[]", "null"]) {
      writeFileSync(FILE, text);
      expect(() => readOptions(FILE)).toThrow(FILE);
    }
  });

  test("an invalid stage is refused with the usage, and an option that would choose another place is named", () => {
    const { status, stderr, asked } = run({ args: [] });
    expect([status, asked]).toEqual([1, []]);
    expect(stderr).toContain("npm run deploy -- <stage>");
    for (const args of [["Prod"], ["prod", "more"]]) {
      expect(() => readArguments(args, "the usage")).toThrow("the usage");
    }
    for (const name of ["-c", "--role-arn", "--toolkit-stack-name=x"]) {
      expect(() => readArguments([STAGE, name, "x"], "the usage")).toThrow(name.split("=")[0]);
    }
    expect(readArguments([STAGE], "the usage").stage).toBe(STAGE);
    expect(readArguments([STAGE, "--first", "Reviews"], "the usage").first).toBe("Reviews");
    for (const stack of ["", "Front Edge", "--all"])
      expect(() => readArguments([STAGE, `--first=${stack}`], "the usage")).toThrow("--first");
  });
});

test("a stage that cannot be deployed is refused before anything is built", () => {
  const copy = copyOfProject();
  // A build would fail on this, with a message of its own.
  rmSync(join(copy, "functions/service"), { recursive: true });
  const refusal = (context: Record<string, string>, env: Record<string, string> = {}) => {
    const { status, stderr } = spawnSync(process.execPath, ["bin/app.ts"], {
      cwd: copy,
      encoding: "utf8",
      env: { CDK_CONTEXT_JSON: JSON.stringify(context), ...env, ...compileCache },
    });
    expect(status).toBe(1);
    return stderr.trim();
  };
  expect(refusal({ stage: "prod" })).toMatch(/^alarmRecipients is missing: .*prod.*\.$/);
  const given = { stage: "prod", alarmRecipients: "none", account: "111122223333" };
  const deploying = { COUNTERSIGN_IS_DEPLOYMENT: "1", AWS_REGION: "eu-west-1" };
  for (const region of sized(["eu-central-1", "us-east-1"], ["us-east-1"])) {
    expect(refusal({ ...given, region }, deploying)).toMatch(
      new RegExp(`^The stage's region is ${region}, .* lead to eu-west-1\\.$`),
    );
  }
  // Only `npm run deploy` knows the log's name, the front's secret and the account's quota.
  const bare = refusal({ ...given, region: "eu-west-1" }, deploying);
  expect(bare).toMatch(/^cdk deploy alone .*npm run deploy -- prod\b.*Nothing was done\.$/);
});

test("npm run deploy names everything that the stage lacks, before it asks any account", () => {
  const { status, stderr, asked } = run({ options: { CANARY_ENABLED: "true" } });
  expect([status, asked]).toEqual([1, []]);
  expect(stderr).toMatch(
    /^The stage deploy-test cannot be deployed without account, region, alarmRecipients\..*cdk\.context\.deploy-test\.json/,
  );
});

describe("npm run destroy", () => {
  test("refuses another account, as a deployment does", () => {
    const options = { ...pinned, account: "444455556666" };
    expect(run({ command: "destroy", options }).stderr).toMatch(/credentials are of 111122223333/);
  });

  test("removes nothing when it cannot see the stage", () => {
    const { status, stderr } = run({ command: "destroy", args: [STAGE, "--yes"] });
    expect([status, stderr]).toEqual([1, expect.stringContaining("ExpiredToken")]);
  });
});

test("a stage's options file belongs to its operator: git ignores it", () => {
  const { status } = spawnSync("git", ["check-ignore", "-q", FILE]);
  expect(status).toBe(0);
});
