import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileCache } from "#test/support/command.ts";
import { administer } from "../../bin/admin/administer.ts";

/** The calls that the commands make to AWS, by operation, as answered by a fake `aws`. */
type Answers = Readonly<Record<string, unknown>>;

const exists = Symbol("UsernameExistsException");

/** A fake `aws` that records its calls and answers as given. */
function fakeAws(answers: Answers) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-admin-"));
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  const cases = Object.entries(answers).map(([operation, answer]) => {
    if (answer === exists) return `${operation}) echo UsernameExistsException >&2; exit 254;;`;
    if (typeof answer === "string") return `${operation}) echo '${answer}' >&2; exit 254;;`;
    return `${operation}) echo '${JSON.stringify(answer)}';;`;
  });
  const script = `#!/bin/sh\necho "$@" >> ${calls}\ncase "$2" in ${cases.join(" ")} *) echo '{}';; esac\n`;
  writeFileSync(join(folder, "aws"), script);
  chmodSync(join(folder, "aws"), 0o755);
  return {
    path: `${folder}:/usr/bin:/bin`,
    calls: () => readFileSync(calls, "utf8").trim().split("\n"),
  };
}

const terminal = {
  importFile: async () => "",
  rebuild: async () => ({ text: "", isDone: true }),
  export: async () => "",
  remove: async () => ({ text: "", isDone: true }),
  say: () => {},
};

/** What the command does and prints, in this process, with a fake `aws`. */
async function admin(args: string[], answers: Answers = {}) {
  const aws = fakeAws(answers);
  const before = process.env.PATH;
  process.env.PATH = aws.path;
  const said = await administer(args, terminal)
    .then(
      (text) => ({ status: 0, stdout: `${text}\n`, stderr: "" }),
      (error: Error) => ({ status: 1, stdout: "", stderr: `${error.message}\n` }),
    )
    .finally(() => {
      process.env.PATH = before;
    });
  const calls = aws.calls();
  return { ...said, calls, operations: calls.map((line) => line.split(" ")[1]) };
}

/** The same, run as a command. */
function adminCommand(args: string[], path: string) {
  const env = { PATH: path, ...compileCache };
  return spawnSync(process.execPath, ["bin/admin.ts", ...args], { encoding: "utf8", env });
}

const pool = ["--user-pool", "us-east-1_abc", "--region", "us-east-1"];
const TENANT = "6f2b7a52-4a0e-4a52-9d53-0a8f2f6f9a11";
const SUB = "0f4c2f0e-7d4c-4f3c-8a35-3b8f2a2b9c11";
const OTHER_SUB = "11111111-7d4c-4f3c-8a35-3b8f2a2b9c11";
const user = (sub: string, email: string, more: object[] = []) => ({
  Attributes: [{ Name: "sub", Value: sub }, { Name: "email", Value: email }, ...more],
  UserStatus: "CONFIRMED",
  Enabled: true,
  UserCreateDate: "2026-01-02T03:04:05Z",
});
const made = { "admin-create-user": { User: user(SUB, "ada@example.com") } };
const { Attributes, ...rest } = user(SUB, "ada@example.com");
const there = {
  "admin-create-user": exists,
  "admin-get-user": { ...rest, UserAttributes: Attributes },
};

describe.each([
  ["create-admin", "platform-admin"],
  ["create-reader", "reader"],
])("%s", (command, group) => {
  const args = [command, ...pool, "--email", "ada@example.com"];

  test("creates the user, adds them to the group that the API checks, and prints the sub", async () => {
    const { status, stdout, calls } = await admin(args, made);
    expect(status).toBe(0);
    expect(calls).toEqual([
      expect.stringMatching(/^cognito-idp admin-create-user .*--username ada@example\.com/),
      expect.stringMatching(
        new RegExp(`^cognito-idp admin-add-user-to-group .*--group-name ${group}(?![-\\w])`),
      ),
    ]);
    expect(stdout).toContain(SUB);
  });

  test("stops at an existing account, shows whose it is, and grants it nothing", async () => {
    const { status, stderr, operations } = await admin(args, there);
    expect(status).toBe(1);
    expect(operations).toEqual(["admin-create-user", "admin-get-user"]);
    expect(stderr).toMatch(new RegExp(`sub ${SUB}.*--existing ${SUB}`));
  });

  test("continues with an existing account only when it is named by its sub", async () => {
    const meant = await admin([...args, "--existing", SUB], there);
    expect(meant.status).toBe(0);
    expect(meant.operations).toEqual(["admin-get-user", "admin-add-user-to-group"]);
    const another = await admin([...args, "--existing", OTHER_SUB], there);
    expect(another.status).toBe(1);
    expect(another.operations).toEqual(["admin-get-user"]);
  });
});

describe("create-user", () => {
  const args = ["create-user", ...pool, "--email", "bo@example.com", "--tenant-id", TENANT];

  test("assigns the tenant id, and makes the user its admin only when asked to", async () => {
    expect((await admin(args, made)).calls.join("\n")).not.toContain("group");
    const { calls } = await admin([...args, "--org-admin"], made);
    expect(calls[0]).toContain(`Name=custom:tenant_id,Value=${TENANT}`);
    expect(calls.at(-1)).toContain("--group-name org-admin");
  });

  test("moves an existing account to the tenant only if the account was named", async () => {
    expect((await admin(args, there)).operations).toEqual(["admin-create-user", "admin-get-user"]);
    expect((await admin([...args, "--existing", SUB], there)).operations).toEqual([
      "admin-get-user",
      "admin-list-groups-for-user",
      "admin-update-user-attributes",
    ]);
  });

  test("a tenant's admin who moves to another tenant becomes its admin only when asked for", async () => {
    const groups = { Groups: [{ GroupName: "platform-admin" }, { GroupName: "org-admin" }] };
    const member = { ...there, "admin-list-groups-for-user": groups };
    const { calls, operations } = await admin([...args, "--existing", SUB], member);
    expect(operations).toEqual([
      "admin-get-user",
      "admin-list-groups-for-user",
      "admin-remove-user-from-group",
      "admin-update-user-attributes",
    ]);
    expect(calls[2]).toContain("--group-name org-admin");
    expect((await admin([...args, "--existing", SUB, "--org-admin"], member)).operations).toEqual([
      "admin-get-user",
      "admin-update-user-attributes",
      "admin-add-user-to-group",
    ]);
  });
});

describe("existing users", () => {
  test("are listed with the attributes that determine their rights", async () => {
    const tenant = { Name: "custom:tenant_id", Value: TENANT };
    const { stdout } = await admin(["list", ...pool], {
      "list-users": {
        Users: [
          user(SUB, "ada@example.com"),
          { ...user(OTHER_SUB, "bo\u001b@example.com", [tenant]), Enabled: false },
        ],
      },
      "list-users-in-group": { Users: [user(SUB, "ada@example.com")] },
    });
    expect(stdout.trim().split("\n").slice(1)).toEqual([
      `${SUB}\tada@example.com\tCONFIRMED\t-\tplatform-admin,reader,org-admin`,
      `${OTHER_SUB}\tbo⟨U+001B⟩@example.com\tCONFIRMED (disabled)\t${TENANT}\t-`,
    ]);
  });

  test("get a new temporary password once the first one has expired", async () => {
    const { status, calls } = await admin(["invite-again", ...pool, "--email", "ada@example.com"]);
    expect(status).toBe(0);
    expect(calls).toEqual([expect.stringMatching(/admin-create-user .*--message-action RESEND/)]);
  });

  test.each([
    ["disable", ["list-users", "admin-disable-user", "admin-user-global-sign-out"]],
    ["revoke-admin", ["list-users", "admin-remove-user-from-group", "admin-user-global-sign-out"]],
    ["revoke-reader", ["list-users", "admin-remove-user-from-group", "admin-user-global-sign-out"]],
    ["remove", ["list-users", "admin-get-user", "admin-user-global-sign-out", "admin-delete-user"]],
  ])("%s also revokes refresh tokens", async (command, operations) => {
    const answer = await admin([command, ...pool, "--email", "ada@example.com"], there);
    expect([answer.status, answer.operations]).toEqual([0, operations]);
    expect(answer.stdout).toContain("within the hour");
  });
});

describe("people of an organisation with its own sign-in", () => {
  const bank = [
    { Name: "identities", Value: JSON.stringify([{ providerName: "Bank", userId: "42" }]) },
    { Name: "custom:idp_groups", Value: "1764358885000.platform-admin" },
  ];
  const officer = {
    ...user(SUB, "Officer@bank.example", bank),
    Username: "Bank_42",
    UserStatus: "EXTERNAL_PROVIDER",
  };
  const namesake = { ...user(OTHER_SUB, "officer@bank.example"), Username: OTHER_SUB };
  const args = [...pool, "--email", "officer@bank.example"];
  const one = { "list-users": { Users: [officer] } };
  const two = { "list-users": { Users: [officer, namesake] } };

  test("are listed with their provider and the role of their last sign-in", async () => {
    const { stdout } = await admin(["list", ...pool], {
      ...one,
      "list-users-in-group": { Users: [] },
    });
    expect(stdout.trim().split("\n").slice(1)).toEqual([
      `${SUB}\tOfficer@bank.example\tEXTERNAL_PROVIDER\t-\tBank: platform-admin`,
    ]);
  });

  test.each(["disable", "enable", "remove"])("%s finds them by their address", async (command) => {
    const { status, calls } = await admin([command, ...args], one);
    expect(status).toBe(0);
    expect(calls.slice(1).join("\n")).not.toContain("officer@bank.example");
    for (const call of calls.slice(1)) expect(call).toContain("--username Bank_42 ");
  });

  test.each(["disable", "enable", "remove", "revoke-admin"])(
    "%s refuses an address that two accounts have, until one is named",
    async (command) => {
      const { status, operations, stderr } = await admin([command, ...args], two);
      expect([status, operations]).toEqual([1, ["list-users"]]);
      expect(stderr).toContain(`Bank_42 (Bank), ${OTHER_SUB} (the pool's own)`);
      const named = await admin([command, ...pool, "--username", OTHER_SUB], two);
      expect(named.status).toBe(0);
      expect(named.calls.at(-1)).toContain(`--username ${OTHER_SUB} `);
    },
  );

  test.each(["disable", "enable", "remove", "revoke-admin"])(
    "%s refuses an account's name that nobody has, although the pool would find an address",
    async (command) => {
      const named = [command, ...pool, "--username", "officer@bank.example"];
      const { status, operations, stderr } = await admin(named, two);
      expect([status, operations]).toEqual([1, ["list-users"]]);
      expect(stderr).toContain("no account of the name officer@bank.example");
    },
  );

  test("are named either by their address or by their account", async () => {
    const both = ["disable", ...args, "--username", OTHER_SUB];
    const { status, operations, stderr } = await admin(both, two);
    expect([status, operations]).toEqual([1, [undefined]]);
    expect(stderr).toContain("--email ADDRESS | --username NAME");
  });

  test("keep rights that only their provider can take, and the command says so", async () => {
    const { status, operations, stderr } = await admin(["revoke-admin", ...args], one);
    expect([status, operations]).toEqual([1, ["list-users"]]);
    expect(stderr).toContain("rights that Bank gives");
  });
});

test("a command that AWS refuses ends with AWS's own message", () => {
  const aws = fakeAws({ "admin-create-user": "AccessDeniedException" });
  const args = ["create-admin", ...pool, "--email", "ada@example.com"];
  const { status, stderr } = adminCommand(args, aws.path);
  expect(status).toBe(1);
  expect(stderr).toContain("AccessDeniedException");
  expect(aws.calls()).toHaveLength(1);
});

test("without the AWS CLI, it prints the commands to run", () => {
  const args = ["create-admin", ...pool, "--email", "ada@example.com"];
  const { status, stdout } = adminCommand(args, "/nowhere");
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^aws cognito-idp admin-create-user .*\naws cognito-idp admin-add-user-to-group/,
  );
});

test("an AWS CLI that cannot be started ends the command, and prints nothing to run", () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-admin-"));
  writeFileSync(join(folder, "aws"), "", { mode: 0o600 });
  const { status, stdout, stderr } = adminCommand(
    ["disable", ...pool, "--email", "ada@example.com"],
    folder,
  );
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("EACCES");
});

test("an address with shell metacharacters is quoted in the printed command", () => {
  const args = ["disable", ...pool, "--email", "o'brien$(id)@example.com"];
  const { stdout } = adminCommand(args, "/nowhere");
  const lines = stdout
    .split("\n")
    .filter((line) => line.startsWith("aws "))
    .join("\n");
  const shell = spawnSync("/bin/sh", ["-c", `aws() { printf '%s\\n' "$@"; }; ${lines}`]);
  expect(String(shell.stdout).split("\n")).toContain("o'brien$(id)@example.com");
});

test.each([
  [[]],
  [["create-admin"]],
  [["create-admin", ...pool, "--email", "nobody"]],
  [["create-admin", ...pool, "--email", "a,Name=custom:tenant_id,Value=x@example.com"]],
  [["sign-in", "--issuer", "https://id.example.com", "--client-id", "c", "--port", "many"]],
  [["create-admin", ...pool, "--email", "a@example.com", "--existing"]],
  [["create-user", ...pool, "--email", "a@example.com"]],
  [["create-user", ...pool, "--email", "a@example.com", "--tenant-id", "7"]],
  [["remove", ...pool]],
  [["sign-in", "--issuer", "https://id.example.com"]],
  [["delete-everything"]],
  [["constructor", ...pool]],
])("%j is refused before any call is made", async (args) => {
  const { status, calls, stderr } = await admin(args);
  expect(status).toBe(1);
  expect(calls).toEqual([""]);
  expect(stderr).not.toBe("");
});
