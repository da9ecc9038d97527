import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** Runs the command with an `aws` that writes down what it was asked, and answers as told. */
function admin(args: string[], answer = "exit 0") {
  const folder = mkdtempSync(join(tmpdir(), "countersign-admin-"));
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  writeFileSync(join(folder, "aws"), `#!/bin/sh\necho "$@" >> ${calls}\n${answer}\n`);
  chmodSync(join(folder, "aws"), 0o755);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/admin.ts", ...args], {
    encoding: "utf8",
    env: { PATH: `${folder}:/usr/bin:/bin` },
  });
  return { status, stdout, stderr, calls: readFileSync(calls, "utf8").trim().split("\n") };
}

const pool = ["--user-pool", "us-east-1_abc", "--region", "us-east-1"];
const TENANT = "6f2b7a52-4a0e-4a52-9d53-0a8f2f6f9a11";

describe("npm run admin", () => {
  test("create-admin makes the person and puts them into the group that the API reads", () => {
    const { status, calls } = admin(["create-admin", ...pool, "--email", "ada@example.com"]);
    expect(status).toBe(0);
    expect(calls).toEqual([
      expect.stringMatching(/^cognito-idp admin-create-user .*--username ada@example\.com/),
      expect.stringMatching(/^cognito-idp admin-add-user-to-group .*--group-name platform-admin/),
    ]);
  });

  test("somebody who exists already is made an admin all the same", () => {
    const exists =
      'case "$2" in admin-create-user) echo UsernameExistsException >&2; exit 254;; esac';
    const { status, calls } = admin(
      ["create-admin", ...pool, "--email", "ada@example.com"],
      exists,
    );
    expect(status).toBe(0);
    expect(calls).toHaveLength(2);
  });

  test("a user of a tenant carries its id, and is no admin of it unless told", () => {
    const args = [...pool, "--email", "bo@example.com", "--tenant-id", TENANT];
    expect(admin(["create-user", ...args]).calls.join("\n")).not.toContain("group");
    const { calls } = admin(["create-user", ...args, "--org-admin"]);
    expect(calls[0]).toContain(`Name=custom:tenant_id,Value=${TENANT}`);
    expect(calls.at(-1)).toContain("--group-name org-admin");
  });

  test("a refusal of AWS ends it with AWS's own words", () => {
    const { status, stderr, calls } = admin(
      ["create-admin", ...pool, "--email", "ada@example.com"],
      "echo AccessDeniedException >&2; exit 254",
    );
    expect(status).toBe(1);
    expect(stderr).toContain("AccessDeniedException");
    expect(calls).toHaveLength(1);
  });

  test.each([
    [[]],
    [["create-admin"]],
    [["create-admin", ...pool, "--email", "nobody"]],
    [["create-user", ...pool, "--email", "a@example.com"]],
    [["create-user", ...pool, "--email", "a@example.com", "--tenant-id", "7"]],
    [["delete-everything"]],
  ])("%j is refused before anything is called", (args) => {
    const { status, calls, stderr } = admin(args);
    expect(status).toBe(1);
    expect(calls).toEqual([""]);
    expect(stderr).not.toBe("");
  });
});
