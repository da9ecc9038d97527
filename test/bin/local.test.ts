import { execFileSync } from "node:child_process";
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { distFolder } from "#infra/dist-folder.ts";
import { keepBuild } from "#infra/kept-build.ts";
import { embeddedBinary } from "#infra/local/aws/dynamodb/engine.ts";
import { builtBundles } from "#infra/local/built-bundles.ts";
import { remedyOf } from "#infra/local/free-disk-space.ts";
import { listenOnLoopback } from "#infra/local/listen.ts";
import { buildForThisRun } from "#infra/local/own-build.ts";
import { ownPlace } from "#infra/local/own-place.ts";
import { type Command, startCommand } from "#test/support/command.ts";
import { deployedFunctions } from "#test/support/deployed-functions.ts";
import { startTestSystem } from "#test/support/system.ts";
import { tokenAsked } from "../../bin/token/token-asked.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "local-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

beforeAll(deployedFunctions);

const commands: Command[] = [];
afterAll(() => {
  for (const { child } of commands) child.kill("SIGKILL");
});

const local = (settings: Record<string, string>, cwd?: string): Command => {
  const more = cwd === undefined ? {} : { cwd };
  const command = startCommand("bin/local.ts", { PORT: "0", ...settings }, more);
  commands.push(command);
  return command;
};

/** A running system in that state folder, with a client of a platform admin. */
async function running(stateDir: string) {
  const command = local({ LOCAL_STATE_DIR: stateDir });
  const [, baseUrl = ""] = await command.line(/^ready (\S+)$/);
  const token = await startCommand("bin/token.ts", { BASE_URL: baseUrl }).ended;
  const admin = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token.stdout.trim()}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: response.status, body: (await response.json()) as any };
  };
  const end = async (signal: NodeJS.Signals = "SIGINT") => {
    command.child.kill(signal);
    return command.ended;
  };
  return { command, baseUrl, token, admin, end };
}

/** The processes whose command line contains this text. */
const processesWith = (text: string): string[] =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text));

const endpointsOf = (stateDir: string): Record<string, string> =>
  JSON.parse(readFileSync(join(stateDir, "endpoints.json"), "utf8"));

const anybody = { accessKeyId: "anybody", secretAccessKey: "anything" };

const clientOptions = (endpoint: string | undefined) => ({
  endpoint: endpoint ?? "",
  region: "us-east-1",
  credentials: anybody,
});

const isGone = (name: string): boolean => !existsSync(join(state, name));

/** One state folder for all runs of this file; its first run, which loads the rule books. */
let state: string;
let first: Awaited<ReturnType<typeof running>>;
beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), "local-run-"));
  first = await running(state);
});
afterAll(() => rmSync(state, { recursive: true, force: true }));

describe("a run", () => {
  test("writes endpoints.json, which lets any AWS client read the table", async () => {
    const endpoints = endpointsOf(state);
    expect(endpoints).toMatchObject({
      base_url: first.baseUrl,
      dynamodb: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      secretsmanager: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      table_name: "countersign",
      region: "us-east-1",
    });
    const client = new DynamoDBClient(clientOptions(endpoints.dynamodb));
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: endpoints.table_name,
        Key: { pk: { S: "FRAMEWORKS" }, sk: { S: "eu_ai_act" } },
      }),
    );
    client.destroy();
    expect(Item?.framework?.M?.jurisdiction?.S).toBe("EU");
  });

  test("refuses a second run on its state folder, and keeps running", async () => {
    const second = await local({ LOCAL_STATE_DIR: state }).ended;
    expect(second.stderr).toBe(
      `Another run (process ${first.command.child.pid}) is using the state folder ${state}; stop it, or set LOCAL_STATE_DIR to another folder.\n`,
    );
    expect(second.code).toBe(1);
    expect((await fetch(`${first.baseUrl}/health`)).status).toBe(200);
  });

  test("has tokens, and the command prints exactly one, with the requested claims", async () => {
    const { body: tenant } = await first.admin("POST", "/admin/tenants", { name: "Northwind" });
    const claimsOf = (printed: string | null) => decodeJwt(printed?.trim() ?? "");
    const asking = (...args: string[]) => tokenAsked(args, first.baseUrl);
    expect(first.token.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(claimsOf(first.token.stdout)).toMatchObject({ is_platform_admin: true });
    expect(claimsOf(await asking("--tenant", "Northwind"))).toMatchObject({
      tenant_id: tenant.id,
      org_role: "admin",
    });
    const member = await asking(
      "--tenant",
      tenant.id,
      "--role",
      "member",
      "--email",
      "m@x.example",
    );
    expect(claimsOf(member)).toMatchObject({ org_role: "member", email: "m@x.example" });
    expect(claimsOf(await asking("--role", "nobody"))).not.toHaveProperty("is_platform_admin");
    for (const [args, sentence] of [
      [["--role", "owner"], "--role is owner; it must be platform, reader, admin, member, nobody."],
      [["--role", "member"], "The role member needs --tenant."],
      [["--tenant", "Southwind"], "No tenant is named Southwind; there are: Northwind."],
    ] as const) {
      await expect(asking(...args)).rejects.toThrow(sentence);
    }
    const args = ["--role", "owner"];
    const refused = await startCommand("bin/token.ts", {}, { args }).ended;
    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^--role is .*\n$/),
    });
  });

  test("ends on Ctrl-C, and the next run still has framework, review, audit trail and secret, and is not stopped by the lock that a killed run left behind", async () => {
    await first.admin("PUT", "/admin/frameworks/kept", { display_name: "Kept" });
    const counsel = await first.admin("POST", "/admin/counsel", {
      framework_id: "eu_ai_act",
      display_name: "Ada",
      email: "ada@law.example",
    });
    const review = await first.admin("POST", "/admin/rule-reviews", {
      framework_id: "eu_ai_act",
      rule_use_case_ids: ["art5.1.c.social_scoring"],
      counsel_id: counsel.body.id,
    });
    expect(review.status).toBe(201);
    const imported = await first.admin("GET", "/admin/audit?action=framework.updated");
    const before = endpointsOf(state);
    const writer = new SecretsManagerClient(clientOptions(before.secretsmanager));
    await writer.send(new CreateSecretCommand({ Name: "kept", SecretString: "a secret" }));
    writer.destroy();
    expect((await first.end()).code).toBe(0);

    writeFileSync(join(state, "lock"), "999999999");
    const second = await running(state);
    const { magic_link_url: _, ...expected } = review.body;
    const kept = await second.admin("GET", `/admin/rule-reviews/${review.body.id}`);
    expect(kept.body).toEqual(expected);
    const trail = await second.admin("GET", `/admin/rule-reviews/${review.body.id}/audit`);
    expect(trail.body.items).toHaveLength(1);
    const frameworks = await second.admin("GET", "/admin/frameworks");
    expect(frameworks.body.items.map(({ id }: { id: string }) => id)).toContain("kept");
    const imports = await second.admin("GET", "/admin/audit?action=rules.imported");
    expect(imports.body.items.length).toBeGreaterThan(0);
    const reader = new SecretsManagerClient(clientOptions(endpointsOf(state).secretsmanager));
    const secret = await reader.send(new GetSecretValueCommand({ SecretId: "kept" }));
    reader.destroy();
    expect(secret.SecretString).toBe("a secret");
    const third = await second.admin("GET", "/admin/audit?action=framework.updated");
    expect(third.body.items).toHaveLength(imported.body.items.length);
    expect(third.body.items.length).toBeGreaterThan(1);

    // A second Ctrl-C, as terminals send it, still shuts down cleanly.
    second.command.child.kill("SIGINT");
    expect((await second.end()).code).toBe(0);
    expect(["lock", "endpoints.json"].filter((name) => !isGone(name))).toEqual([]);
  });
});

describe("a second run of the same clone", () => {
  const cache = "node_modules/.cache";
  const built = "dist/getHealth/index.js";

  /**
   * Until the test ends, a run that builds takes the tests' bundles for those of its sources. They
   * differ at most by the commit that they name, and building takes most of a minute.
   */
  async function keepTestedBuild(): Promise<void> {
    const kept = () => readdirSync(cache).filter((name) => name.startsWith("functions-"));
    const before = kept();
    await keepBuild(distFolder);
    const added = kept().filter((name) => !before.includes(name));
    onTestFinished(() => {
      for (const name of added) rmSync(join(cache, name), { recursive: true, force: true });
    });
  }

  test("keeps its state beside the first one's and says so, leaves the first one's build alone, and ends everything, its build too, on SIGTERM and SIGHUP", async () => {
    const before = statSync(built);
    const clone = temporaryFolder();
    // A state with the rule books of the runs above, because loading them takes half of a start.
    for (const name of [".local", ".local-2"])
      cpSync(state, join(clone, name), { recursive: true });
    await keepTestedBuild();
    const own = local({ COUNTERSIGN_SKIP_BUILD: "0" }, clone);
    await own.line(/^ready /);
    const ownBuild = `${cache}/countersign-run-${own.child.pid}`;
    const leftBehind = `${cache}/countersign-run-999999999`;
    mkdirSync(leftBehind);

    const second = local({}, clone);
    const [said] = await second.line(/^Process \d+ already runs here.*$/);
    expect(said).toBe(
      `Process ${own.child.pid} already runs here with its state in .local, so this run keeps its own in .local-2.`,
    );
    await second.line(/^ready /);
    const endpoints = [".local", ".local-2"].map((name) => endpointsOf(join(clone, name)));
    expect(new Set(endpoints.map(({ base_url }) => base_url)).size).toBe(2);
    for (const { base_url } of endpoints) {
      expect((await fetch(`${base_url}/health`)).status).toBe(200);
      expect((await fetch(`${base_url}/openapi.json`)).status).toBe(200);
    }

    // Another run that would build removes what a killed run left behind, and nothing else.
    onMachine("statfsSync", fullDisk);
    await expect(buildForThisRun()).rejects.toThrow(
      /^.+node_modules\/\.cache has 4 MB of space left and needs 80: free some\.$/,
    );
    expect([existsSync(leftBehind), existsSync(ownBuild)]).toEqual([false, true]);
    // This function has not been loaded by any thread yet.
    const late = await fetch(`${endpoints[0]?.base_url}/evidence/verify-bundle.mjs`);
    expect(late.status).toBe(200);

    // As after Ctrl-C, no process, lock or endpoints file is left.
    for (const [i, { child, ended }] of [own, second].entries()) {
      const folder = join(clone, i === 0 ? ".local" : ".local-2");
      child.kill(i === 0 ? "SIGTERM" : "SIGHUP");
      expect((await ended).code).toBe(0);
      expect(readdirSync(folder).filter((name) => /^(lock|endpoints)/.test(name))).toEqual([]);
      await expect(fetch(`${endpoints[i]?.base_url}/health`)).rejects.toThrow();
    }
    expect(processesWith(clone)).toEqual([]);
    expect(readdirSync(clone)).toEqual([".local", ".local-2"]);
    expect(existsSync(ownBuild)).toBe(false);
    const { ino, mtimeMs } = statSync(built);
    expect([ino, mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  test("serves on another port, never the one that the first is about to use", async () => {
    const clone = temporaryFolder();
    const before = process.cwd();
    process.chdir(clone);
    onTestFinished(() => process.chdir(before));
    expect(await ownPlace({})).toEqual({ port: 3000, stateDir: ".local", note: null });
    mkdirSync(".local");
    writeFileSync(".local/lock", String(process.ppid));
    const { port, stateDir, note } = await ownPlace({});
    expect(stateDir).toBe(".local-2");
    expect(port).toBeGreaterThan(3000);
    expect(note).toMatch(new RegExp(`keeps its own in \\.local-2, and serves on port ${port}\\.$`));
    expect(await ownPlace({ PORT: "4000", LOCAL_STATE_DIR: "memory" })).toMatchObject({
      port: 4000,
      stateDir: "memory",
    });
  });
});

/** Until the test ends, this function of `node:fs` behaves as on another machine. */
function onMachine<N extends "statfsSync" | "writeFileSync" | "mkdirSync">(
  name: N,
  other: (real: (typeof fs)[N]) => unknown,
): void {
  const real = fs[name];
  const become = (one: unknown) => {
    Object.assign(fs, { [name]: one });
    syncBuiltinESMExports();
  };
  become(other(real));
  onTestFinished(() => become(real));
}

const fullDisk = () => () => ({ bavail: 1024, bsize: 4096 });

/** Fails with that error code for matching paths. */
const failing =
  (code: string, paths: RegExp) =>
  (real: (...given: never[]) => unknown) =>
  (...given: never[]) => {
    if (!paths.test(String(given[0]))) return real(...given);
    throw Object.assign(new Error(code), { code, path: given[0] });
  };

/** The message of a system that cannot start in that state folder, as the command prints it. */
async function faultOf(stateDir: string): Promise<string> {
  const started = await startTestSystem({ stateDir }).then(
    (system) => system.close(),
    (error: Error) => error.message,
  );
  return started ?? "";
}

describe("one clear sentence and a non-zero exit for", () => {
  test("COUNTERSIGN_SKIP_BUILD=1 without bundles", () => {
    const empty = temporaryFolder();
    expect(() => builtBundles(empty)).toThrow(
      /^COUNTERSIGN_SKIP_BUILD=1 runs the functions that are built in \S+, but it holds none; leave the setting out, and the run builds its own\.$/,
    );
    writeFileSync(join(empty, "worker.js"), "");
    expect(() => builtBundles(empty)).toThrow(/but \S+index\.js is missing, among others;/);
  });

  test("a port in use", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
    });
    const { port } = server.address() as { port: number };
    await expect(listenOnLoopback(() => {}, port)).rejects.toThrow(
      /^Port \d+ is in use; set PORT to another one/,
    );
  });

  test("an invalid port", async () => {
    const sentence = /^PORT is \S+; it must be a whole number from 0 to 65535\.$/;
    for (const PORT of ["abc", "70000", "-1", "1.5"])
      await expect(ownPlace({ PORT })).rejects.toThrow(sentence);
  });

  test("a state folder that is a file, or is inside one", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect(await faultOf(file)).toMatch(/^The state folder \S+ cannot be used \(EEXIST/);
    expect(await faultOf(`${file}/x`)).toMatch(/cannot be used \(ENOTDIR/);
    if (process.platform === "linux") {
      expect(await faultOf("/proc/x/y")).toMatch(/cannot be used \(ENOENT at \/proc\/x/);
    }
  });

  test("a state folder with folders in place of its own files", async () => {
    for (const name of ["lock", "endpoints.json", "secrets.json"]) {
      const damaged = temporaryFolder();
      mkdirSync(join(damaged, name));
      expect(await faultOf(damaged)).toMatch(/^The \S+ \S+ .*\S+ (cannot be used|is damaged)/);
      expect(processesWith(damaged)).toEqual([]);
    }
  });

  test("a damaged database file, which is left untouched", async () => {
    const damaged = temporaryFolder();
    const file = join(damaged, "dynamodb.sqlite");
    writeFileSync(file, "this is no database ".repeat(500));
    writeFileSync(join(damaged, "form"), "4");
    expect(await faultOf(damaged)).toMatch(/^The database file \S+ cannot be used \(.*start/);
    expect(readFileSync(file, "utf8")).toMatch(/^this is no database/);
    expect(existsSync(join(damaged, "lock"))).toBe(false);
  });

  test("a folder that another version wrote, with evidence of another form", async () => {
    for (const form of [null, "3"]) {
      const earlier = temporaryFolder();
      writeFileSync(join(earlier, "dynamodb.sqlite"), "");
      if (form !== null) writeFileSync(join(earlier, "form"), form);
      expect(await faultOf(earlier)).toMatch(
        /^The state folder \S+ was written by another version; delete it to start anew, or set /,
      );
      expect(existsSync(join(earlier, "lock"))).toBe(false);
    }
  });

  test("a database file with damaged pages", async () => {
    const damaged = temporaryFolder();
    await (await startTestSystem({ stateDir: damaged })).close();
    const file = join(damaged, "dynamodb.sqlite");
    const bytes = readFileSync(file);
    bytes.fill(0xab, 4096);
    writeFileSync(file, bytes);
    expect(await faultOf(damaged)).toMatch(/^The database file \S+ cannot be used \(/);
    expect(processesWith(damaged)).toEqual([]);
  });

  test("a damaged secrets file, which is left untouched", async () => {
    const damaged = temporaryFolder();
    writeFileSync(join(damaged, "secrets.json"), "{");
    expect(await faultOf(damaged)).toMatch(/^The secrets file \S+ is damaged: .*start anew/);
    expect(readFileSync(join(damaged, "secrets.json"), "utf8")).toBe("{");
    expect(processesWith(damaged)).toEqual([]);
  });

  test("a platform without the embedded database", () => {
    const before = process.arch;
    const become = (arch: string) => Object.defineProperty(process, "arch", { value: arch });
    become("s390x");
    onTestFinished(() => {
      become(before);
    });
    expect(embeddedBinary).toThrow(
      /^There is no embedded database for this platform \(@dynoxide\/\w+-s390x is not installed\)/,
    );
  });

  test("a full or nearly full disk, before anything starts", async () => {
    const empty = temporaryFolder();
    onMachine("statfsSync", fullDisk);
    expect(await faultOf(empty)).toMatch(
      /^\S+ has 4 MB of space left and needs 20: free some, or set LOCAL_STATE_DIR to another folder/,
    );
    expect(readdirSync(empty)).toEqual([]);
  });

  test("a state write that fails for lack of space (ENOSPC, EDQUOT) or of a right (EACCES, EROFS)", async () => {
    const code = "ENOSPC";
    expect(remedyOf("EDQUOT")).toBe(remedyOf(code));
    expect(remedyOf("EROFS")).toBe(remedyOf("EACCES"));
    expect(remedyOf("EACCES")).toBe("this user may not write there: give it the right");
    const folder = temporaryFolder();
    onMachine("writeFileSync", failing(code, /local-run-/));
    expect(await faultOf(folder)).toMatch(
      new RegExp(
        `cannot be used \\(${code} at .*; there is no space left: free some; or set LOCAL_STATE_DIR`,
      ),
    );
  });

  test("a clone where the build fails: no write permission, or no space left", async () => {
    onMachine("mkdirSync", failing("EACCES", /\.cache/));
    await expect(buildForThisRun()).rejects.toThrow(
      /^The functions cannot be built in .+ \(EACCES\); this user may not write there: give it the right\.$/,
    );
  });

  test("a DYNAMODB_ENDPOINT where nothing answers: the command's exit code, and that one line", async () => {
    const settings = { DYNAMODB_ENDPOINT: "http://127.0.0.1:1", LOCAL_STATE_DIR: "memory" };
    const { code, stderr } = await local(settings).ended;
    expect(stderr).toMatch(
      /^Nothing answers at DYNAMODB_ENDPOINT, http:\/\/127\.0\.0\.1:1 \(connect ECONNREFUSED.*\n$/,
    );
    expect(code).toBe(1);
  });
});
