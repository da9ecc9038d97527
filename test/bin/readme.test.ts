import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { deployedFunctions } from "#test/support/deployed-functions.ts";
import { sized } from "#test/support/full-size.ts";
import { inBench } from "#test/support/ways.ts";

/*
 * The commands of the README, as they are typed. With FULL=1, they run in a fresh clone, which installs
 * and builds everything. Otherwise they use the packages and bundles of this clone.
 * test/moto/first_day.py plays what needs an account; it takes its commands from the README too.
 */

const readme = readFileSync("README.md", "utf8");

/** The shell blocks, without the indentation of the list that they are in. */
const blocks = [...readme.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].map(
  ([, indent = "", text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
);
const commandsOf = (block: string): string[] =>
  block.split("\n").flatMap((line) => line.replace(/ +#.*$/, "").trim() || []);

const [twoCommands = "", start = "", demo = "", ...others] = blocks;
const [check = "", deployment = ""] = others.slice(-2);
const byHand = others.slice(0, -2);

/** The folder for the commands: a clone, or a folder with what npm looks for in a clone. */
function clone(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "readme-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (sized(true, false)) {
    execFileSync("git", ["clone", "--quiet", process.cwd(), folder]);
  } else {
    for (const name of ["package.json", "bin", "cdk.json", "node_modules"]) {
      symlinkSync(realpathSync(name), join(folder, name));
    }
  }
  return folder;
}

const { PATH = "", HOME = "" } = process.env;
const environment = {
  PATH,
  HOME,
  PORT: "0",
  LOCAL_STATE_DIR: "memory",
  COUNTERSIGN_SKIP_BUILD: sized("0", "1"),
  // No account is asked, whoever's machine this is.
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_CONFIG_FILE: "/dev/null",
  AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
};

interface Shell {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
}

/** A shell in that folder. It can be ended with everything it started, as Ctrl-C does. */
function shell(cwd: string, script: string, more: Record<string, string> = {}): Shell {
  const env = { ...environment, ...more };
  const child = spawn("bash", ["-c", script], { cwd, env, detached: true });
  let text = "";
  for (const out of [child.stdout, child.stderr]) {
    out.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, said: () => text, ended };
}

async function typed(cwd: string, script: string, more: Record<string, string> = {}) {
  const { ended, said } = shell(cwd, script, more);
  return { code: await ended, said: said() };
}

/** `npm start` as in the README; resolves with its address. */
async function started(folder: string): Promise<string> {
  const run = shell(folder, start);
  onTestFinished(async () => {
    process.kill(-(run.child.pid as number), "SIGINT");
    await run.ended;
  });
  return new Promise((resolve, reject) => {
    run.child.stdout?.on("data", () => {
      const [, address] = /^ready (\S+)$/m.exec(run.said()) ?? [];
      if (address !== undefined) resolve(address);
    });
    run.ended.then(() => reject(new Error(run.said())), reject);
  });
}

beforeAll(() => sized(undefined, deployedFunctions()));

const LONG = sized(90 * 60_000, 120_000);

describe("the README's commands", () => {
  test("are all covered here", () => {
    expect(commandsOf(twoCommands)).toEqual(["npm start", "npm test"]);
    expect(commandsOf(start)).toEqual(["npm start"]);
    expect(commandsOf(demo)).toEqual(["npm run demo"]);
    expect(byHand).toHaveLength(6);
    expect(commandsOf(check)).toEqual(["npm ci", "npx cdk synth"]);
    expect(commandsOf(deployment)).toEqual([
      expect.stringMatching(/^echo '\{.*\}' > cdk\.context\.prod\.json$/),
      "npx cdk synth -c stage=prod",
      "npx cdk bootstrap -c stage=prod",
      "npm run deploy -- prod",
    ]);
  });

  test(
    "make, decide and prove a review by hand on a run of npm start",
    async () => {
      const folder = clone();
      const address = await started(folder);
      const [helper = "", ...steps] = byHand.map((block) =>
        block.replaceAll("http://localhost:3000", address),
      );
      const last = steps.pop() ?? "";
      const script = [
        "set -eu",
        helper,
        ...steps,
        // The log takes in the decision within two minutes. The last step also works before that.
        `set +e\n${last}\necho "before the log: exit $?"`,
        "curl -s -X POST $BASE/_local/schedules/sequence-log/run > sequenced.json",
        `${last}\necho "in the log: exit $?"`,
      ].join("\n");
      const { code, said } = await typed(folder, script, { BASE_URL: address });
      expect([code, said]).toEqual([0, expect.stringContaining('{"verified":true')]);
      expect(said).toMatch(/^before the log: exit [03]$/m);
      expect(said).toMatch(/^in the log: exit 0$/m);
      for (const command of sized(commandsOf(demo), [])) {
        expect(await typed(folder, command, { BASE_URL: address })).toMatchObject({
          code: 0,
          said: expect.stringMatching(/All \d+ steps passed/),
        });
      }
    },
    LONG,
  );

  // deploy.test.ts and infra/aws/stage.ts test without the command what a stage lacks.
  test.each(inBench("say what its deployment lacks"))(
    "check a stage without an account, and %s",
    async () => {
      const folder = clone();
      const passes = async (command: string) => {
        const { code, said } = await typed(folder, command);
        expect([command, code, said]).toEqual([command, 0, said]);
        return said;
      };
      for (const command of commandsOf(check)) {
        const said = await passes(command);
        if (command === "npx cdk synth") expect(said).toMatch(/^No option was given: .*dev/m);
      }
      const refused = await typed(folder, "npx cdk deploy");
      expect(refused.said).toMatch(
        /^The stage dev cannot be deployed without account, region, alarmRecipients\. /m,
      );
      expect(refused.code).toBe(1);
      for (const command of commandsOf(deployment).slice(0, 2)) await passes(command);
    },
    LONG,
  );

  // Otherwise, the run that you see is this command.
  test.each(sized(commandsOf(twoCommands).slice(1), []))(
    "pass every test: %s",
    async (command) => {
      expect(await typed(clone(), command)).toMatchObject({ code: 0 });
    },
    LONG,
  );
});
