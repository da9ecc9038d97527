import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCommand } from "#test/support/command.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { importRules } from "../../bin/admin/import-rules.ts";
import { connect } from "../../bin/demo/client.ts";

const system = suiteSystem();

const folder = mkdtempSync(join(tmpdir(), "countersign-import-"));
const fileOf = (name: string, content: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};

/** Runs the command in this process; `answer` is what somebody types. */
async function imported(file: string, answer: string) {
  const said: string[] = [];
  const ask = async (question: string) => {
    said.push(question);
    return answer;
  };
  const client = await connect({ BASE_URL: system.baseUrl });
  const result = await importRules(client, file, {
    say: (text) => said.push(`${text}\n`),
    ask,
  }).then(
    (last) => ({ code: 0, stdout: `${last}\n` }),
    (error: Error) => {
      said.push(error.message);
      return { code: 1, stdout: "" };
    },
  );
  return { ...result, stderr: said.join("") };
}

async function importCommand(file: string, typed: string) {
  const args = ["import-rules", file];
  const command = startCommand("bin/admin.ts", { BASE_URL: system.baseUrl }, { args });
  command.child.stdin?.end(typed);
  return command.ended;
}

test("an import shows what changes and which approvals it ends, and proceeds only after a yes", async () => {
  const { frameworkId, token, review } = await commission(system);
  const path = `/counsel/review/${token}/decide`;
  await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
  const file = fileOf("book.json", {
    framework_id: frameworkId,
    rules: [
      ruleText("rule.a", { title: "Turned \u202e round", applies_from: "2027-12-02" }),
      ruleText("rule.b"),
      ruleText("rule.new"),
    ],
  });
  const titleOf = async () =>
    (await system.admin("GET", `/admin/frameworks/${frameworkId}/rules/rule.a`)).body.title;
  for (const run of [() => importCommand(file, ""), () => imported(file, "no")]) {
    const refused = await run();
    expect([refused.code, refused.stdout]).toEqual([0, "Nothing was imported.\n"]);
    expect(refused.stderr).toContain("updated rule.a\n");
    expect(refused.stderr).toContain("applies_from\n      - (none)\n      + 2027-12-02\n");
    expect(refused.stderr).toContain("Turned ⟨U+202E⟩ round");
    expect(refused.stderr).toContain(`ends for this rule: ${review.id}`);
    expect(refused.stderr).toContain("created rule.new");
    expect(refused.stderr).toContain("1 created, 1 updated, 1 unchanged");
    expect(await titleOf()).toBe("Title of rule.a");
  }
  const done = await importCommand(file, "y\n");
  expect(done.stdout).toBe("Imported: 1 created, 1 updated, 1 unchanged.\n");
  expect(await titleOf()).toBe("Turned \u202e round");
  const again = await imported(file, "y");
  expect(again.stdout).toBe("Nothing to change. Up to date: 3 rules.\n");
});

test("a file that is not a rule book, or an invalid one, is refused with an explanation", async () => {
  const { frameworkId } = await commission(system);
  const said = async (name: string, content: unknown) => {
    const { code, stdout, stderr } = await imported(fileOf(name, content), "y");
    expect([code, stdout]).toEqual([1, ""]);
    return stderr;
  };
  expect(await said("text.json", "no json")).toContain("is not a JSON file.");
  expect(await said("list.json", [])).toContain("needs framework_id and rules");
  const bad = { framework_id: frameworkId, rules: [ruleText("rule.a", { applies_from: "soon" })] };
  expect(await said("bad.json", bad)).toContain("rules.0.applies_from must be a date, YYYY-MM-DD");
  const nowhere = { framework_id: "fw_nowhere", rules: [ruleText("rule.a")] };
  expect(await said("nowhere.json", nowhere)).toContain("404 not_found");
});
