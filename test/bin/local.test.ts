import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
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
import { describe, expect, onTestFinished, test } from "vitest";
import { builtBundles } from "#infra/local/built-bundles.ts";
import { ownPlace } from "#infra/local/own-place.ts";
import { type Command, startCommand } from "#test/support/command.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "local-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const local = (settings: Record<string, string>, cwd?: string): Command => {
  const more = cwd === undefined ? {} : { cwd };
  const command = startCommand("bin/local.ts", { PORT: "0", ...settings }, more);
  onTestFinished(() => {
    command.child.kill("SIGKILL");
  });
  return command;
};

/** A running system in that state folder, with a client of a platform admin. */
async function running(stateDir: string) {
  const command = local({ LOCAL_STATE_DIR: stateDir });
  const [, baseUrl = ""] = await command.line(/^ready (\S+)$/);
  const { stdout: token } = await startCommand("bin/token.ts", { BASE_URL: baseUrl }).ended;
  const admin = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token.trim()}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: response.status, body: (await response.json()) as any };
  };
  const end = async (signal: NodeJS.Signals = "SIGINT") => {
    command.child.kill(signal);
    return command.ended;
  };
  return { command, baseUrl, admin, end };
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

describe("the local run", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s ends everything: no process, lock or endpoints file is left",
    async (signal) => {
      const state = temporaryFolder();
      const { baseUrl, end } = await running(state);
      expect(processesWith(state)).toHaveLength(1);
      expect((await end(signal)).code).toBe(0);
      expect(processesWith(state)).toEqual([]);
      expect(existsSync(join(state, "lock"))).toBe(false);
      expect(existsSync(join(state, "endpoints.json"))).toBe(false);
      await expect(fetch(`${baseUrl}/health`)).rejects.toThrow();
    },
  );

  test("a second Ctrl-C, as terminals send it, still shuts down cleanly", async () => {
    const state = temporaryFolder();
    const { command } = await running(state);
    command.child.kill("SIGINT");
    command.child.kill("SIGINT");
    expect((await command.ended).code).toBe(0);
    expect(existsSync(join(state, "lock"))).toBe(false);
  });

  test("framework, review, audit trail and secret are still there after a restart", async () => {
    const state = temporaryFolder();
    const first = await running(state);
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
    await first.end();

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
    await second.end();
  });

  test("endpoints.json lets any AWS client read the table", async () => {
    const state = temporaryFolder();
    const { baseUrl, end } = await running(state);
    const endpoints = endpointsOf(state);
    expect(endpoints).toMatchObject({
      base_url: baseUrl,
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
    await end();
  });

  test("a lock left behind by a killed run does not stop the next one", async () => {
    const state = temporaryFolder();
    writeFileSync(join(state, "lock"), "999999999");
    const { end } = await running(state);
    expect((await end()).code).toBe(0);
  });

  test("a second run on the same state folder is refused and the first keeps running", async () => {
    const state = temporaryFolder();
    const first = await running(state);
    const second = await local({ LOCAL_STATE_DIR: state }).ended;
    expect(second.stderr).toBe(
      `Another run (process ${first.command.child.pid}) is using the state folder ${state}; stop it, or set LOCAL_STATE_DIR to another folder.\n`,
    );
    expect(second.code).toBe(1);
    expect((await fetch(`${first.baseUrl}/health`)).status).toBe(200);
    await first.end();
  });
});

describe("a second run of the same clone without its own state folder", () => {
  test("keeps its state beside the first one's, says so, and finds it again next time", async () => {
    const clone = temporaryFolder();
    const first = local({}, clone);
    await first.line(/^ready /);
    const second = local({}, clone);
    const [said] = await second.line(/^Process \d+ already runs here.*$/);
    expect(said).toBe(
      `Process ${first.child.pid} already runs here with its state in .local, so this run keeps its own in .local-2.`,
    );
    await second.line(/^ready /);
    const endpoints = [".local", ".local-2"].map((name) => endpointsOf(join(clone, name)));
    expect(new Set(endpoints.map(({ base_url }) => base_url)).size).toBe(2);
    for (const { base_url } of endpoints) {
      expect((await fetch(`${base_url}/health`)).status).toBe(200);
    }
    for (const { child, ended } of [first, second]) {
      child.kill("SIGINT");
      expect((await ended).code).toBe(0);
    }
    expect(readdirSync(clone)).toEqual([".local", ".local-2"]);
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

/** The command must exit with code 1 and print exactly one line, which matches, to stderr. */
async function expectRefusal(settings: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, stderr } = await local({ LOCAL_STATE_DIR: "memory", ...settings }).ended;
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
}

test("a token of the local run is all that its command prints, with the claims asked for", async () => {
  const { baseUrl, admin, end } = await running(temporaryFolder());
  const { body: tenant } = await admin("POST", "/admin/tenants", { name: "Northwind" });
  const asking = async (...args: string[]) =>
    startCommand("bin/token.ts", { BASE_URL: baseUrl }, { args }).ended;
  const claimsOf = ({ stdout }: { stdout: string }) => {
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    return decodeJwt(stdout.trim());
  };
  expect(claimsOf(await asking())).toMatchObject({ is_platform_admin: true });
  expect(claimsOf(await asking("--tenant", "Northwind"))).toMatchObject({
    tenant_id: tenant.id,
    org_role: "admin",
  });
  const member = await asking("--tenant", tenant.id, "--role", "member", "--email", "m@x.example");
  expect(claimsOf(member)).toMatchObject({ org_role: "member", email: "m@x.example" });
  expect(claimsOf(await asking("--role", "nobody"))).not.toHaveProperty("is_platform_admin");
  for (const [args, sentence] of [
    [["--role", "owner"], "--role is owner; it must be platform, admin, member, nobody.\n"],
    [["--role", "member"], "The role member needs --tenant.\n"],
    [["--tenant", "Southwind"], "No tenant is named Southwind; there are: Northwind.\n"],
  ] as const) {
    expect(await asking(...args)).toMatchObject({ code: 1, stdout: "", stderr: sentence });
  }
  await end();
});

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
    await expectRefusal({ PORT: String(port) }, /^Port \d+ is in use; set PORT to another one/);
  });

  test.each(["abc", "70000", "-1", "1.5"])("the port %s", (PORT) =>
    expectRefusal({ PORT }, /^PORT is \S+; it must be a whole number from 0 to 65535\.$/m),
  );

  test("a state folder that is a file, or is inside one", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    await expectRefusal({ LOCAL_STATE_DIR: file }, /^The state folder \S+ cannot be used \(EEXIST/);
    await expectRefusal({ LOCAL_STATE_DIR: `${file}/x` }, /cannot be used \(ENOTDIR/);
    if (process.platform === "linux") {
      await expectRefusal({ LOCAL_STATE_DIR: "/proc/x/y" }, /cannot be used \(ENOENT at \/proc\/x/);
    }
  });

  test("a state folder whose own files are folders", async () => {
    for (const name of ["lock", "endpoints.json", "secrets.json"]) {
      const state = temporaryFolder();
      mkdirSync(join(state, name));
      await expectRefusal(
        { LOCAL_STATE_DIR: state },
        /^The \S+ \S+ .*\S+ (cannot be used|is damaged)/,
      );
      expect(processesWith(state)).toEqual([]);
    }
  });

  test("a damaged database file, which is left untouched", async () => {
    const state = temporaryFolder();
    const file = join(state, "dynamodb.sqlite");
    writeFileSync(file, "this is no database ".repeat(500));
    await expectRefusal(
      { LOCAL_STATE_DIR: state },
      /^The database file \S+ cannot be used \(.*start/,
    );
    expect(readFileSync(file, "utf8")).toMatch(/^this is no database/);
    expect(existsSync(join(state, "lock"))).toBe(false);
  });

  test("a database file with damaged pages", async () => {
    const state = temporaryFolder();
    await (await running(state)).end();
    const file = join(state, "dynamodb.sqlite");
    const bytes = readFileSync(file);
    bytes.fill(0xab, 4096);
    writeFileSync(file, bytes);
    await expectRefusal({ LOCAL_STATE_DIR: state }, /^The database file \S+ cannot be used \(/);
    expect(processesWith(state)).toEqual([]);
  });

  test("a damaged secrets file, which is left untouched", async () => {
    const state = temporaryFolder();
    writeFileSync(join(state, "secrets.json"), "{");
    await expectRefusal(
      { LOCAL_STATE_DIR: state },
      /^The secrets file \S+ is damaged: .*start anew/,
    );
    expect(readFileSync(join(state, "secrets.json"), "utf8")).toBe("{");
    expect(processesWith(state)).toEqual([]);
  });

  test("a platform without the embedded database", async () => {
    const preload = join(temporaryFolder(), "other-platform.cjs");
    writeFileSync(preload, 'Object.defineProperty(process, "arch", { value: "s390x" });');
    await expectRefusal(
      { NODE_OPTIONS: `--require ${preload}` },
      /^There is no embedded database for this platform \(@dynoxide\/\w+-s390x is not installed\)/,
    );
  });

  /** Settings that simulate another machine: the script is preloaded into the process. */
  const onMachine = (text: string): Record<string, string> => {
    const preload = join(temporaryFolder(), "machine.cjs");
    writeFileSync(
      preload,
      `const fs = require("node:fs");\n${text}\nrequire("node:module").syncBuiltinESMExports();`,
    );
    return { NODE_OPTIONS: `--require ${preload}` };
  };
  const fails = (call: string, code: string) => `
    const real = fs.${call};
    fs.${call} = (path, ...more) => {
      if (!/local-run-|countersign-run-/.test(String(path))) return real(path, ...more);
      throw Object.assign(new Error("${code}"), { code: "${code}", path });
    };`;

  test("a full or nearly full disk, before anything starts", async () => {
    const state = temporaryFolder();
    const full = "fs.statfsSync = () => ({ bavail: 1024, bsize: 4096 });";
    await expectRefusal(
      { LOCAL_STATE_DIR: state, ...onMachine(full) },
      /^\S+ has 4 MB of space left and needs 20: free some, or set LOCAL_STATE_DIR to another folder/,
    );
    expect(readdirSync(state)).toEqual([]);
    await expectRefusal(
      { COUNTERSIGN_SKIP_BUILD: "0", ...onMachine(full) },
      /^\S+node_modules\/\.cache has 4 MB of space left and needs 80: free some\.$/m,
    );
  });

  test.each(["ENOSPC", "EDQUOT"])("a state write that fails with %s", async (code) => {
    await expectRefusal(
      { LOCAL_STATE_DIR: temporaryFolder(), ...onMachine(fails("writeFileSync", code)) },
      new RegExp(
        `cannot be used \\(${code} at .*; there is no space left: free some; or set LOCAL_STATE_DIR`,
      ),
    );
  });

  test.each(["EACCES", "EROFS"])("a state folder where every write fails with %s", async (code) => {
    await expectRefusal(
      { LOCAL_STATE_DIR: temporaryFolder(), ...onMachine(fails("writeFileSync", code)) },
      new RegExp(
        `cannot be used \\(${code} at .*; this user may not write there: give it the right; or set`,
      ),
    );
  });

  test("a clone where the build fails: no write permission, or no space left", async () => {
    await expectRefusal(
      {
        COUNTERSIGN_SKIP_BUILD: "0",
        ...onMachine(`
        const real = fs.mkdirSync;
        fs.mkdirSync = (path, ...more) => {
          if (!/\\.cache/.test(String(path))) return real(path, ...more);
          throw Object.assign(new Error("EACCES"), { code: "EACCES", path });
        };`),
      },
      /^The functions cannot be built in \S+ \(EACCES\); this user may not write there: give it the right\.$/m,
    );
  });

  test("a DYNAMODB_ENDPOINT where nothing answers", () =>
    expectRefusal(
      { DYNAMODB_ENDPOINT: "http://127.0.0.1:1" },
      /^Nothing answers at DYNAMODB_ENDPOINT, http:\/\/127\.0\.0\.1:1 \(connect ECONNREFUSED/,
    ));
});

test("two runs of one clone serve side by side, each from its own build, removed when it ends", async () => {
  const shared = "dist/getHealth/index.js";
  const before = statSync(shared);
  const start = async () => {
    const command = local({ LOCAL_STATE_DIR: "memory", COUNTERSIGN_SKIP_BUILD: "0" });
    const [, baseUrl = ""] = await command.line(/^ready (\S+)$/);
    return { command, baseUrl };
  };
  const first = await start();
  const second = await start();
  for (const { baseUrl } of [first, second]) {
    expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
    expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200);
  }
  second.command.child.kill("SIGINT");
  await second.command.ended;
  // A function that no thread has loaded yet.
  expect((await fetch(`${first.baseUrl}/evidence/verify-bundle.mjs`)).status).toBe(200);
  const { ino, mtimeMs } = statSync(shared);
  expect([ino, mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  first.command.child.kill("SIGINT");
  await first.command.ended;
  const left = readdirSync("node_modules/.cache").filter((name) =>
    [first, second].some(({ command }) => name.endsWith(`-${command.child.pid}`)),
  );
  expect(left).toEqual([]);
});
