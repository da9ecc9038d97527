import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLocalServer } from "#infra/local/local-server.ts";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { endOf } from "#test/support/cloudc-fixture.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import {
  confirm,
  decideOnRule,
  type GatedSystem,
  type GatedTenant,
  gatedTenant,
  RULE,
  scan,
  startGatedSystem,
} from "#test/support/systems-gate.ts";
import {
  type Item,
  itemsUnder,
  type Key,
  rewriteItem,
  takeBack,
} from "#test/support/table-attack.ts";

const ID = 1001;
const NAME = "acme/app";
const COMMIT = "a".repeat(40);
const files = {
  ".mcp.json": JSON.stringify({ mcpServers: { search: { command: "npx" } } }),
};

let ci: CiIssuer;
let gate: GatedSystem;
let tenant: GatedTenant;
let clock = Date.now();
beforeAll(async () => {
  ci = await startCiIssuer(() => clock);
  gate = await startGatedSystem({ PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host });
  tenant = await gatedTenant(gate);
  await register("runner", {}, ["clearance:ask", "runs:start"]);
});
afterAll(async () => {
  await Promise.all([gate.close(), ci.close()]);
});

const audience = (of = tenant) => `${gate.system.baseUrl}/tenants/${of.id}`;

const register = (id: string, more: object, scopes: string[], of = tenant) =>
  expectStatus(
    of.org("PUT", `/tenant/machines/${id}`, {
      display_name: "Runner",
      issuer: ci.url,
      audience: audience(of),
      claims: { sub: "repo:acme/app:pull_request" },
      scopes,
      ...more,
    }),
    200,
  );

/** A client for a job of a pull request, with the token that its runner gets. */
const job = async (more: object = {}) =>
  gate.system.api(await ci.token({ aud: audience(), sub: "repo:acme/app:pull_request", ...more }));
const ask = async (body: object = {}, query = "") =>
  (await job())("POST", `/machine/clearance/systems${query}`, body);
const reasons = async (body: object = {}) =>
  (await expectStatus(ask(body), 200)).body.blockers.map(
    ({ reason }: { reason: string }) => reason,
  );

test("a pull request's job is red, reason by reason, until each is resolved, and then green", async () => {
  gate.host.repositories = [{ id: ID, full_name: NAME, files, commits: { [COMMIT]: files } }];
  const secret = await provisionedSecret(gate.system);
  const repository = { id: ID, full_name: NAME, default_branch: "main" };
  const payload = push(tenant.installationId, { repository });
  const pushed = await expectStatus(deliver(gate.system, tenant.id, { secret, payload }), 202);
  await endOf(tenant, pushed.body.job_id);
  expect(await reasons()).toEqual(["not_scanned"]);

  clock = Date.parse(await gate.system.advance(1));
  const path = `/machine/connections/${tenant.connectionId}/discovery-runs`;
  const run = (await expectStatus((await job())("POST", path), 202)).body;
  await endOf(tenant, run.id);
  const [system] = (await ask()).body.systems;
  expect(await reasons()).toEqual(["questions_open"]);

  await confirm(tenant, system.artifact_id);
  await decideOnRule(gate, "rejected");
  clock = Date.parse(await gate.system.advance(6 * 3600));
  await scanAgain();
  expect(await reasons()).toEqual(["rules_not_cleared"]);
  await decideOnRule(gate, "approved");
  expect(await reasons()).toEqual([]);

  expect(await reasons({ commit: COMMIT })).toEqual(["not_scanned"]);
  const wanted = { repository_id: String(ID), commit: COMMIT };
  const examination = (await expectStatus((await job())("POST", path, wanted), 202)).body;
  await endOf(tenant, examination.id);
  const { body } = await ask({ commit: COMMIT, repository: NAME });
  expect(body).toMatchObject({ cleared: true, run: { commit: COMMIT, id: examination.id } });
});

const scanAgain = async () => {
  const org = await gate.system.token({ tenant_id: tenant.id, org_role: "admin" });
  const member = await gate.system.token({ tenant_id: tenant.id, org_role: "member" });
  tenant = { ...tenant, org: gate.system.api(org), member: gate.system.api(member) };
  await scan(tenant);
};

describe("a statement that a machine asks for", () => {
  const signed = () => ask({ commit: COMMIT }, "?statement=true");
  const alarms = () =>
    gate.system.lines.filter(({ event }) => event === "evidence.state_differs").length;
  const isRefusedWith = async (detail: string) => {
    const before = alarms();
    const { status, body } = await signed();
    expect([status, body.code]).toEqual([503, "state_differs"]);
    expect(body.detail).toContain(detail);
    expect(alarms()).toBe(before + 1);
    await takeBack(gate.system);
  };

  test("is signed while the rows say the same as the inventory and the rule book", async () => {
    await gate.system.admin("POST", "/admin/setup/clearance-key/provision-key");
    const { body } = await expectStatus(signed(), 200);
    expect(body).toMatchObject({
      cleared: true,
      systems: [{ class: "high_risk", rules: [{ use_case_id: RULE, cleared: true }] }],
    });
    expect(body.evidence.trail).toBeUndefined();
    expect(body.statement.signatures).toHaveLength(1);
  });

  test.each([
    ["another class", { class: "minimal", state: "confirmed", reasons: [] }],
    ["fewer rules", { reasons: [] }],
  ])("is refused if the inventory gives a system %s than its rows do", async (_, forged) => {
    const items = await itemsUnder(gate.system, "ARTIFACTS#");
    const stored = items.find(({ classification }) => classification?.state === "confirmed");
    await rewriteItem(gate.system, stored as Key & Item, ({ classification }) => {
      Object.assign(classification, forged);
    });
    await decideOnRule(gate, "rejected");
    expect((await ask({ commit: COMMIT })).body.cleared).toBe(true);
    await isRefusedWith("its rows say otherwise.");
    await decideOnRule(gate, "approved");
  });

  test("is refused if a rule counts as approved that counsel's row refuses", async () => {
    await decideOnRule(gate, "rejected");
    const name = `said#${RULE}`;
    const kept = (await itemsUnder(gate.system, "STANDING#")).find((item) => name in item);
    await rewriteItem(gate.system, kept as Key, (item) => {
      item[name].newest[0].outcome = "approved";
    });
    expect((await ask({ commit: COMMIT })).body.cleared).toBe(true);
    await isRefusedWith(`${RULE}: counsel's row says rejected of it.`);
    await decideOnRule(gate, "approved");
  });
});

test.each([
  ["a manifest too large to be read", { "package.json": " ".repeat(400_001) }, "not_scanned"],
  ["a compose file too large to be read", { "compose.yml": "#".repeat(400_001) }, "not_scanned"],
  [
    "a configuration under a path too long to be kept",
    { [`${"deep/".repeat(60)}.mcp.json`]: files[".mcp.json"] },
    "not_scanned",
  ],
  [
    "agents whose paths fit into no item",
    Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`${"\u0001".repeat(280)}${i}/AGENTS.md`, ""]),
    ),
    "not_scanned",
  ],
  [
    "a server beside an empty list of servers",
    { ".vscode/mcp.json": JSON.stringify({ mcpServers: {}, servers: { payroll: {} } }) },
    "questions_open",
  ],
])("a commit with %s is not cleared", async (_, hidden, reason) => {
  const commit = createHash("sha1").update(JSON.stringify(hidden)).digest("hex");
  const commits = { [COMMIT]: files, [commit]: { ...files, ...hidden } };
  gate.host.repositories = [{ id: ID, full_name: NAME, files, commits }];
  const path = `/machine/connections/${tenant.connectionId}/discovery-runs`;
  const wanted = { repository_id: String(ID), commit };
  const run = (await expectStatus((await job())("POST", path, wanted), 202)).body;
  await endOf(tenant, run.id);
  expect(await reasons({ commit })).toEqual([reason]);
});

test("a machine can ask only about its own repository, whatever it names", async () => {
  const other = "0b9d5c1f-6a1e-4f0d-8a67-3f4c2f9e7d15";
  for (const body of [{ repository_id: "1002" }, { artifact_ids: [other] }]) {
    const refused = await ask(body);
    expect([refused.status, refused.body.code]).toEqual([403, "repository_not_granted"]);
  }
  const renamed = await ask({ repository: "acme/other" });
  expect([renamed.status, renamed.body.code]).toEqual([422, "repository_mismatch"]);
  const path = `/machine/connections/${tenant.connectionId}/discovery-runs`;
  const wanted = { repository_id: "1002", commit: COMMIT };
  const foreign = await (await job())("POST", path, wanted);
  expect([foreign.status, foreign.body.code]).toEqual([403, "repository_not_granted"]);
  const fork = await job({ repository_id: "777", sub: "repo:acme/app:pull_request" });
  const asked = await fork("POST", "/machine/clearance/systems", {});
  expect([asked.body.cleared, asked.body.repository]).toEqual([false, null]);
  const nameless = await job({ repository_id: undefined });
  const without = await nameless("POST", "/machine/clearance/systems", {});
  expect(without.body.code).toBe("repository_not_granted");
});

test("a machine without the scope, or with a token for another tenant's audience, learns nothing", async () => {
  await register("reader", { claims: { sub: "reader" } }, ["inventory:read"]);
  clock = Date.parse(await gate.system.advance(31));
  const reader = await job({ sub: "reader" });
  const refused = await reader("POST", "/machine/clearance/systems", {});
  expect([refused.status, refused.body.code]).toEqual([403, "scope_missing"]);
  const stranger = await job({ aud: `${gate.system.baseUrl}/tenants/${crypto.randomUUID()}` });
  const { status, body } = await stranger("POST", "/machine/clearance/systems", {});
  expect([status, body.check]).toEqual([401, "issuer"]);
});

test("a machine that may ask about some books alone has to name books, and gets rules of no other", async () => {
  const claims = { sub: "limited" };
  await expectStatus(
    gate.system.admin("PUT", "/admin/frameworks/other_book", { display_name: "Other" }),
    200,
  );
  await register("limited", { claims, framework_ids: ["other_book"] }, ["clearance:ask"]);
  clock = Date.parse(await gate.system.advance(31));
  const limited = await job(claims);
  const asked = (body: object) => limited("POST", "/machine/clearance/systems", body);
  for (const body of [{}, { framework_ids: null }, { framework_ids: ["eu_ai_act"] }]) {
    const refused = await asked(body);
    expect([refused.status, refused.body.code]).toEqual([403, "framework_not_granted"]);
  }
  const { body } = await expectStatus(asked({ framework_ids: ["other_book"] }), 200);
  expect(body.systems).toMatchObject([{ name: "search", rules: [] }]);
  expect((await runCheck([], claims)).out).toContain("framework_not_granted");
  const named = await runCheck(["--frameworks", "other_book"], claims);
  expect(named.out).toContain("1 system of acme/app");
});

/** Runs check.mjs as a job on GitHub does. `claims` are those of the token that the runner gets. */
async function runCheck(words: string[], claims: object | null, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "check-"));
  const program = join(folder, "check.mjs");
  const summary = join(folder, "summary.md");
  writeFileSync(program, (await gate.system.api()("GET", "/clearance/check.mjs")).text);
  writeFileSync(summary, "");
  const runner = await startLocalServer(async (request, response) => {
    const audience = new URL(request.url ?? "", "http://runner").searchParams.get("audience");
    const value = await ci.token({
      aud: audience ?? "",
      sub: "repo:acme/app:pull_request",
      ...claims,
    });
    response.end(JSON.stringify({ value }));
  });
  const given = {
    PATH: process.env.PATH ?? "",
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: summary,
    ...(claims === null
      ? {}
      : {
          ACTIONS_ID_TOKEN_REQUEST_URL: `${runner.url}/token?v=2`,
          ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request-token",
        }),
    ...env,
  };
  const all = ["--url", gate.system.baseUrl, "--system", "--tenant", tenant.id, ...words];
  const ran = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, [program, ...all], { env: given }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
    );
  });
  await runner.close();
  return { ...ran, summary: readFileSync(summary, "utf8") };
}

test("check.mjs has the commit examined, waits for the result, and ends with 0, 1, 2 or 3", async () => {
  const other = "b".repeat(40);
  const more = { ".mcp.json": JSON.stringify({ mcpServers: { search: {}, payroll: {} } }) };
  gate.host.repositories = [
    { id: ID, full_name: NAME, files, commits: { [COMMIT]: files, [other]: more } },
  ];
  const green = await runCheck(["--commit", COMMIT, "--wait", "60"], {});
  expect([green.code, green.out]).toEqual([
    0,
    expect.stringContaining("Cleared: 1 system of acme/app."),
  ]);

  const unread = await runCheck(["--commit", other], {});
  expect([unread.code, unread.out]).toEqual([1, expect.stringContaining("not_scanned")]);
  const red = await runCheck(["--commit", other, "--wait", "60"], {});
  expect(red.code).toBe(1);
  expect(red.out).toMatch(/mcp_server payroll +\| questions_open/);
  expect(red.out).toMatch(/^::error title=Not cleared::mcp_server payroll: questions_open/m);
  expect(red.summary).toContain("| System | Reason | Detail |");

  const missing = await runCheck(["--commit", "d".repeat(40), "--wait", "1"], {});
  expect([missing.code, missing.out]).toEqual([3, expect.stringContaining("no run read it")]);
  expect((await runCheck(["--commit", "main"], {})).code).toBe(2);
  expect((await runCheck(["--framework", "eu_ai_act"], {})).code).toBe(2);
  const stranger = await runCheck([], { sub: "repo:somebody/else:pull_request" });
  expect([stranger.code, stranger.out]).toEqual([3, expect.stringContaining("token_invalid")]);
  expect((await runCheck(["--soft"], { sub: "nobody" })).code).toBe(0);
});

test("a fork's pull request has no token, so the check ends with 3 and says so", async () => {
  const { code, out } = await runCheck(["--commit", COMMIT], null);
  expect([code, out]).toEqual([3, expect.stringContaining("a fork's pull request")]);
});
