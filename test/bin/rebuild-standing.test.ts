import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startCommand } from "#test/support/command.ts";
import { interleaved, useEnvironmentOf } from "#test/support/in-process.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";

// biome-ignore lint/suspicious/noExplicitAny: items of every shape
type Item = any;

let system: TestSystem;
let folder: string;
let frameworkId: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rebuild-standing-"));
  system = await startTestSystem({ stateDir: folder });
  frameworkId = await someDecisions();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

const decide = (token: string, more: object) =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, more), 200);

/** A book with decisions on four wordings, a panel, open requests and kept months. */
async function someDecisions(): Promise<string> {
  const given = await commissionPanel(system, { members: 3, need: 2 });
  const { members, frameworkId: id, ruleIds } = given;
  await expectStatus(vote(system, members[0], "approved"), 200);
  await expectStatus(vote(system, members[1], "approved_with_changes"), 200);
  const counselId = members[0]?.counselId ?? "";
  const own = { frameworkId: id, counselId, ruleIds, email: "unused" };
  for (const [at, decision] of ["rejected", "approved", "changes_requested"].entries()) {
    await system.advance(20 * 86_400);
    const rules = [ruleText(ruleIds[0] ?? "", { title: `Title ${at}` })];
    await expectStatus(system.admin("PUT", `/admin/frameworks/${id}/rules`, { rules }), 200);
    const { token } = await requestReview(system, own);
    await decide(token, { decision });
  }
  for (let count = 0; count < 6; count += 1) await requestReview(system, own);
  await commission(system);
  await system.advance(35 * 86_400);
  await requestReview(system, own);
  await expectStatus(system.api()("POST", "/_local/schedules/coverage-months/run"), 200);
  return id;
}

/** Runs the command as it is typed. */
async function rebuild(...args: string[]) {
  const { stdout, stderr, code } = await startCommand(
    "bin/admin.ts",
    { LOCAL_STATE_DIR: folder },
    { args: ["rebuild-standing", "local", ...args] },
  ).ended;
  return { said: stdout.trim(), lines: stderr.trim().split("\n").filter(Boolean), code };
}

/** How many requests that ended unanswered are named on Home. */
const unanswered = async (): Promise<number> => {
  const { body } = await expectStatus(system.admin("GET", "/admin/overview"), 200);
  return body.looked_at.find(({ kind }: Item) => kind === "review_expired").count;
};

/** Everything that the table stores about rules' standing. */
const derived = async (): Promise<Item[]> =>
  (await scanTable(system)).filter(({ pk }) => /^(STANDING|(RULE-)?DECISIONS|COVERAGE)#/.test(pk));

const key = ({ pk, sk }: Item) => `${pk} / ${sk}`;

describe("rebuild-standing", () => {
  test("finds nothing where nothing is wrong", async () => {
    expect(await rebuild("--dry-run")).toEqual({
      said: "Everything is stored as the decisions say.",
      lines: [],
      code: 0,
    });
  });

  test("names in a dry run what is missing, altered and superfluous and writes nothing, and then restores it all", async () => {
    const before = await derived();
    expect(await unanswered()).toBe(1);
    const client = tableClient(system);
    const TableName = system.endpoints.table_name ?? "";
    const put = (Item: Item) => client.send(new PutCommand({ TableName, Item }));
    const remove = ({ pk, sk }: Item) =>
      client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    const of = (pk: string): Item[] => before.filter((item) => item.pk.startsWith(pk));
    const [first, second, third] = of(`DECISIONS#${frameworkId}`);
    await remove(first);
    await put({ ...second, decision: { ...second.decision, decided_at: "2020" } });
    await put({ ...third, sk: `${third.sk}x` });
    for (const bucket of of("STANDING#")) await remove(bucket);
    const [month] = of(`COVERAGE#${frameworkId}`);
    await put({ ...month, totals: { ...month.totals, approved_live: 99 } });
    client.destroy();

    expect(await unanswered()).toBe(0);
    const spoilt = await derived();
    const dry = await rebuild("--dry-run");
    expect(dry.said).toBe(`${dry.lines.length} differences; nothing was written.`);
    const told = dry.lines.join("\n");
    expect(told).toContain(`${key(first)} is missing.`);
    expect(told).toContain(`${key(second)} is not what was decided.`);
    expect(told).toContain(`${key(third)}x is of no decision that counts.`);
    expect(told).toContain("what is kept of the decisions on rule.a is not what was decided.");
    expect(told).toContain("what is kept of the requests open on rule.b is not what is open.");
    expect(told).toContain(`the month from ${month.sk} on does not count what held then.`);
    // The other book loses only what ended unanswered: a request of three rules.
    expect(dry.lines.filter((line) => !line.startsWith(`${frameworkId}: `))).toEqual(
      Array.from({ length: 3 }, () =>
        expect.stringMatching(/^\S+: what is kept of the requests open on /),
      ),
    );
    expect(await derived()).toEqual(spoilt);

    const done = await rebuild();
    expect([done.lines, done.said]).toEqual([
      dry.lines,
      `${dry.lines.length} differences, all written anew.`,
    ]);
    expect((await rebuild("--dry-run")).lines).toEqual([]);
    expect(await unanswered()).toBe(1);
    // Marks of requests that others followed need not come back, nor does the count of openings.
    const lasting = (items: Item[]) =>
      items.map((item) =>
        Object.fromEntries(
          Object.entries(item).filter(([name]) => !/^(open#|others#|opened$)/.test(name)),
        ),
      );
    expect(lasting(await derived())).toEqual(lasting(before));
  });

  test("keeps what is decided and requested while it runs, however far the index lags behind", async () => {
    const now = await system.advance(0);
    const given = await commission(system);
    const id = given.frameworkId;
    useEnvironmentOf(system);
    const { documents } = await import("#shared/store/read.ts");
    const { rebuildStanding } = await import("#shared/use-cases/standing/rebuild-standing.ts");
    const told = new Map<string, unknown>();
    documents.middlewareStack.add(
      (next) => async (due) => {
        if ((due.input as Item).IndexName !== "gsi2") return next(due);
        const asked = JSON.stringify(due.input);
        const answer = (told.get(asked) ?? (await next(due))) as Awaited<ReturnType<typeof next>>;
        told.set(asked, answer);
        return answer;
      },
      { step: "initialize", name: "lagging-index" },
    );
    await rebuildStanding(id, true, now);
    await decide(given.token, { decision: "approved" });
    await requestReview(system, given);
    const before = await derived();
    expect(await rebuildStanding(id, false, now)).toEqual({ differences: [], left: 0 });
    expect(await derived()).toEqual(before);
    documents.middlewareStack.remove("lagging-index");

    const { token } = await requestReview(system, given);
    const isIndex = ({ input }: Item) => input.IndexName === "gsi2";
    const { left } = await interleaved(
      () => rebuildStanding(id, false, now),
      () => decide(token, { decision: "rejected" }),
      isIndex,
    );
    expect(left).toBeGreaterThan(0);
    expect(await rebuildStanding(id, true, now)).toEqual({ differences: [], left: 0 });
    const path = `/admin/frameworks/${id}/coverage`;
    const { body } = await expectStatus(system.admin("GET", path), 200);
    expect(body.totals).toMatchObject({ refused: 3 });
    vi.unstubAllEnvs();
  });

  test("refuses an invalid stage, and a local run that does not exist", async () => {
    const ended = (settings: Record<string, string>, ...args: string[]) =>
      startCommand("bin/admin.ts", settings, { args: ["rebuild-standing", ...args] }).ended;
    const [nowhere, noStage] = await Promise.all([
      ended({ LOCAL_STATE_DIR: join(folder, "nowhere") }, "local"),
      ended({}, "No_Stage"),
    ]);
    expect([nowhere.code, noStage.code]).toEqual([1, 1]);
    expect(nowhere.stderr).toContain("No local run has its state in");
    expect(noStage.stderr).toContain("is not the name of a stage");
  });
});
