import { randomUUID } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endOf, postRun } from "#test/support/cloudc-fixture.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { bodyOf, deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import {
  artifactsOf,
  ask,
  confirm,
  decideOnRule,
  examine,
  type GatedSystem,
  type GatedTenant,
  gatedTenant,
  RULE,
  scan,
  startGatedSystem,
} from "#test/support/systems-gate.ts";
import { tableClient } from "#test/support/table.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

let upstream: Upstream;
let gate: GatedSystem;
let secret: string;
let ids = 5000;
beforeAll(async () => {
  upstream = await startUpstream();
  gate = await startGatedSystem({ EXTRACTOR_ALLOWED_HOSTS: upstream.host });
  secret = await provisionedSecret(gate.system);
  await decideOnRule(gate, "approved");
});
afterAll(() => Promise.all([gate.close(), upstream.close()]));

const mcp = (...names: string[]) =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((n) => [n, { command: "npx" }])) });

/** A repository of the host with one system in it, an MCP server. */
function hosted(full_name = `acme/app-${++ids}`, files: Record<string, string> = {}) {
  const repository = { id: ++ids, full_name, files: { ".mcp.json": mcp("search"), ...files } };
  gate.host.repositories = [repository];
  return { repository, id: String(repository.id), name: full_name };
}

const reasons = ({ body }: { body: { blockers: { reason: string }[] } }) =>
  body.blockers.map(({ reason }) => reason);

test("a repository is red until it is scanned, its systems are confirmed and their rules approved", async () => {
  const { name, id } = hosted();
  const tenant = await gatedTenant(gate);
  const unknown = await expectStatus(ask(tenant, { repository: name }), 200);
  expect(unknown.body).toMatchObject({ cleared: false, repository: null, run: null, systems: [] });
  expect(reasons(unknown)).toEqual(["not_connected"]);

  const run = await scan(tenant);
  const open = (await expectStatus(ask(tenant, { repository: name.toUpperCase() }), 200)).body;
  expect(open).toMatchObject({
    cleared: false,
    repository: { id, full_name: name, connection_id: tenant.connectionId },
    run: { id: run.id, kind: "full", commit: null, finished_at: run.finished_at },
    systems: [{ kind: "mcp_server", name: "search", class: null, state: null, rules: [] }],
    blockers: [{ artifact_id: open.systems[0].artifact_id, reason: "questions_open" }],
  });

  const [{ artifact_id }] = open.systems;
  await confirm(tenant, artifact_id);
  await decideOnRule(gate, "rejected");
  const refused = await ask(tenant, { repository_id: id });
  expect(reasons(refused)).toEqual(["rules_not_cleared"]);
  expect(refused.body.blockers[0].detail).toContain(`${RULE}: Counsel rejected this wording`);
  expect(refused.body.systems[0]).toMatchObject({
    class: "high_risk",
    state: "confirmed",
    rules: [{ framework_id: "eu_ai_act", use_case_id: RULE, cleared: false, reason: "rejected" }],
  });
  await gate.system.advance(7 * 24 * 3600);
  const later = await again(tenant);
  const question = { repository_id: id, max_run_age_hours: 720 };
  expect(reasons(await ask(later, question))).toEqual(["rules_not_cleared"]);
  await decideOnRule(gate, "approved");
  const green = await expectStatus(ask(later, { ...question, repository_id: Number(id) }), 200);
  expect(green.body).toMatchObject({ cleared: true, blockers: [] });
  const same = await ask(later, question);
  expect([same.text, same.headers.get("etag")]).toEqual([green.text, green.headers.get("etag")]);
});

test("a class that a model proposed clears nothing until an admin has confirmed it", async () => {
  const { id } = hosted(undefined, { ".mcp.json": mcp("ranking") });
  const tenant = await again(await gatedTenant(gate));
  const entry = { provider: "hosted_llm", endpoint: `${upstream.url}/good`, auth: "k" };
  const chain = [{ ...entry, model: "claude-sonnet-5-5" }];
  await expectStatus(tenant.org("PATCH", "/tenant/settings/extractor", { chain }), 200);
  await scan(tenant);
  const { body } = await ask(tenant, { repository_id: id });
  expect(body.systems).toMatchObject([{ state: "proposed", confirmed_by: null }]);
  expect(reasons({ body })).toEqual(["unconfirmed"]);
  expect(body.blockers[0].detail).toContain("Nobody has confirmed its class.");
  await confirm(tenant, body.systems[0].artifact_id);
  expect((await ask(tenant, { repository_id: id })).body.cleared).toBe(true);
});

test("each demand refuses what it should, and the tenant's policy is the minimum", async () => {
  const { id } = hosted();
  const tenant = await gatedTenant(gate);
  await scan(tenant);
  const system = (await artifactsOf(tenant)).find(({ kind }) => kind === "mcp_server");
  await confirm(tenant, system.id);
  const about = (more: object) => ask(tenant, { repository_id: id, ...more });
  expect((await about({})).body.cleared).toBe(true);
  expect(reasons(await about({ allow: ["minimal", "not_ai"] }))).toEqual(["class_not_allowed"]);

  const policy = (body: object) => tenant.org("PATCH", "/tenant/settings/systems-gate", body);
  const set = {
    max_run_age_hours: 24,
    allow: ["not_ai", "high_risk"],
    framework_ids: ["eu_ai_act"],
  };
  const { body: stands } = await expectStatus(policy(set), 200);
  expect(stands).toEqual({
    allow: ["high_risk", "not_ai"],
    max_confirmed_age_days: null,
    max_run_age_hours: 24,
    framework_ids: ["eu_ai_act"],
  });
  expect((await tenant.member("GET", "/tenant/settings")).body.systems_gate).toEqual(stands);
  expect((await tenant.member("PATCH", "/tenant/settings/systems-gate", {})).status).toBe(403);
  expect((await policy({ framework_ids: ["no_such_book"] })).body.code).toBe("unknown_framework");
  await expectStatus(policy(set), 200);
  const rows = (await tenant.org("GET", "/tenant/audit?limit=200")).body.items;
  const updates = rows.filter(
    ({ action }: { action: string }) => action === "tenant.systems_gate.updated",
  );
  expect(updates.map(({ context }: { context: object }) => context)).toEqual([stands]);

  for (const [field, laxer] of [
    ["allow", { allow: ["high_risk", "minimal"] }],
    ["max_run_age_hours", { max_run_age_hours: 25 }],
    ["framework_ids", { framework_ids: ["co_sb_26_189"] }],
  ] as const) {
    await gate.system.admin("PUT", "/admin/frameworks/co_sb_26_189", { display_name: "Colorado" });
    const { status, body } = await about(laxer);
    expect([status, body.code, body.errors[0].path]).toEqual([422, "laxer_than_policy", field]);
  }
  expect((await about({ max_run_age_hours: 1, allow: ["high_risk"] })).body.cleared).toBe(true);

  await gate.system.advance(24 * 3600 + 60);
  const old = await gatedAgain(tenant, { repository_id: id });
  expect(reasons(old)).toEqual(["not_scanned"]);
  expect(old.body.blockers[0].detail).toContain("max_run_age_hours");
});

test("a question may still name a book that the policy demands after that book was superseded", async () => {
  const put = (id: string, body: object) =>
    expectStatus(gate.system.admin("PUT", `/admin/frameworks/${id}`, body), 200);
  for (const id of ["old_book", "older_book"]) await put(id, { display_name: id });
  const { id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  const [{ artifact_id }] = (await ask(tenant, { repository_id: id })).body.systems;
  await confirm(tenant, artifact_id);
  const policy = { framework_ids: ["eu_ai_act", "old_book"] };
  await expectStatus(tenant.org("PATCH", "/tenant/settings/systems-gate", policy), 200);
  for (const id of ["old_book", "older_book"]) {
    await put(id, { display_name: id, status: "superseded", superseded_by: "eu_ai_act" });
  }
  const about = async (framework_ids: string[]) => {
    const { status, body } = await ask(tenant, { repository_id: id, framework_ids });
    return [status, body.code ?? body.cleared];
  };
  expect(await about(["eu_ai_act"])).toEqual([422, "laxer_than_policy"]);
  expect(await about(["eu_ai_act", "old_book"])).toEqual([200, true]);
  expect(await about(["eu_ai_act", "old_book", "older_book"])).toEqual([
    422,
    "framework_superseded",
  ]);
});

/** Asks with a new token, because the clock has moved. */
const gatedAgain = async (tenant: { id: string }, body: object) =>
  gate.system.api(await gate.system.token({ tenant_id: tenant.id, org_role: "member" }))(
    "POST",
    "/clearance/systems",
    body,
  );
const again = async <T extends { id: string }>(tenant: T): Promise<T> => ({
  ...tenant,
  member: gate.system.api(await gate.system.token({ tenant_id: tenant.id, org_role: "member" })),
  org: gate.system.api(await gate.system.token({ tenant_id: tenant.id, org_role: "admin" })),
});

test("after a push that we know of, the listing is too old until the next run", async () => {
  const { repository, id } = hosted();
  const tenant = await gatedTenant(gate);
  await scan(await again(tenant));
  const now = await again(tenant);
  for (const one of await artifactsOf(now)) {
    if (one.kind === "mcp_server") await confirm(now, one.id);
  }
  expect((await ask(now, { repository_id: id })).body.cleared).toBe(true);
  const payload = push(tenant.installationId, {
    repository: { id: repository.id, full_name: repository.full_name, default_branch: "main" },
  });
  const delivery = randomUUID();
  await expectStatus(deliver(gate.system, tenant.id, { secret, payload, id: delivery }), 202);
  const pushed = await ask(now, { repository_id: id });
  expect(reasons(pushed)).toEqual(["not_scanned"]);
  expect(pushed.body.blockers[0].detail).toContain("pushed to");
  await gate.system.advance(1);
  await scan(now);
  expect((await ask(now, { repository_id: id })).body.cleared).toBe(true);
  await gate.system.advance(601);
  const repeated = await deliver(gate.system, tenant.id, { secret, payload, id: delivery });
  expect(repeated.body.status).toBe("accepted");
  expect((await ask(now, { repository_id: id })).body.cleared).toBe(true);
});

test.each([
  ["is gone", 404, "http_404"],
  ["is answered for in another shape", 200, "malformed_response"],
])("a repository whose branch %s when the run reads it is not cleared", async (_, status, code) => {
  const { id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  gate.host.fault = (path) =>
    path.endsWith("/git/trees/main") ? { status, body: { message: "Not Found" } } : null;
  await scan(tenant);
  gate.host.fault = null;
  const unread = (await ask(tenant, { repository_id: id })).body;
  expect(unread).toMatchObject({ cleared: false, systems: [] });
  expect(unread.blockers).toMatchObject([
    { reason: "not_scanned", detail: expect.stringContaining(code) },
  ]);
});

test("a gap in a run counts for the repository whose id it names, not for another that was listed under the same name", async () => {
  const { repository, name } = hosted();
  // One is renamed while the list is read, and another takes its name.
  const pair = [repository.id, ++ids];
  gate.host.repositories = pair.map((id) => ({ ...repository, id, full_name: name }));
  const tenant = await again(await gatedTenant(gate));
  let isFirst = true;
  gate.host.fault = (path) => {
    if (!isFirst || !path.endsWith("/git/trees/main")) return null;
    isFirst = false;
    return { status: 404, body: { message: "Not Found" } };
  };
  await scan(tenant);
  gate.host.fault = null;
  const found = await Promise.all(
    pair.map(async (id) => reasons(await ask(tenant, { repository_id: String(id) }))),
  );
  expect(found.toSorted()).toEqual([["not_scanned"], ["questions_open"]]);
});

test("a renamed repository is found by its present name and by its id, never by a former one", async () => {
  const { repository, id, name } = hosted();
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  gate.host.repositories = [
    { ...repository, full_name: `${name}-renamed` },
    { id: ++ids, full_name: name, files: {} },
  ];
  await gate.system.advance(1);
  await scan(tenant);
  const renamed = (await ask(tenant, { repository: `${name}-renamed` })).body;
  expect(renamed.repository.id).toBe(id);
  const taken = (await ask(tenant, { repository: name })).body;
  expect(taken.repository.id).toBe(String(ids));
  expect(taken).toMatchObject({ cleared: true, systems: [] });
});

test("a commit that was not read completely stays red after the repository is renamed", async () => {
  const commit = "6".repeat(40);
  const { repository, id, name } = hosted();
  const commits = { [commit]: { ...repository.files, "tools/mcp.json": "{" } };
  gate.host.repositories = [{ ...repository, commits }];
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  await confirm(tenant, (await ask(tenant, { repository_id: id })).body.systems[0].artifact_id);
  await examine(tenant, id, commit);
  expect(reasons(await ask(tenant, { repository_id: id, commit }))).toEqual(["not_scanned"]);
  gate.host.repositories = [{ ...repository, commits, full_name: `${name}-renamed` }];
  await gate.system.advance(1);
  await scan(tenant);
  const { body } = await ask(tenant, { repository_id: id, commit });
  expect(body.repository.full_name).toBe(`${name}-renamed`);
  expect(reasons({ body })).toEqual(["not_scanned"]);
});

test("a repository that left the installation counts at once as not connected, until a run finds it again", async () => {
  const { repository, id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["questions_open"]);
  await gate.system.advance(1);
  const payload = bodyOf("installation_repositories", tenant.installationId, {
    action: "removed",
    repositories_added: [],
    repositories_removed: [{ id: repository.id, full_name: repository.full_name }],
  });
  const sent = { secret, event: "installation_repositories", payload, id: randomUUID() };
  await expectStatus(deliver(gate.system, tenant.id, sent), 202);
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["not_connected"]);
  const path = `/connections/${tenant.connectionId}/discovery-runs`;
  const commit = "a".repeat(40);
  const refused = await tenant.member("POST", path, { repository_id: id, commit });
  expect([refused.status, refused.body.code]).toEqual([422, "unknown_repository"]);
  // A push may be from before that, so it does not count as finding it.
  await gate.system.advance(1);
  const late = push(tenant.installationId, {
    repository: { id: repository.id, full_name: repository.full_name, default_branch: "main" },
  });
  const pushed = deliver(gate.system, tenant.id, { secret, payload: late });
  await endOf(tenant, (await expectStatus(pushed, 202)).body.job_id);
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["not_connected"]);
  expect((await tenant.member("POST", path, { repository_id: id, commit })).status).toBe(422);
  await gate.system.advance(1);
  await scan(tenant);
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["questions_open"]);
  // An admin has the host deliver the same once more.
  await gate.system.advance(601);
  expect((await deliver(gate.system, tenant.id, sent)).body.status).toBe("accepted");
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["questions_open"]);
  gate.host.repositories = [];
  await gate.system.advance(1);
  await scan(tenant);
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["not_connected"]);
});

/** Tells that a repository has left the installation. */
async function leave(
  tenant: { id: string; installationId: string },
  { id, full_name }: { id: number; full_name: string },
): Promise<void> {
  const payload = bodyOf("installation_repositories", tenant.installationId, {
    action: "removed",
    repositories_added: [],
    repositories_removed: [{ id, full_name }],
  });
  const sent = { secret, event: "installation_repositories", payload };
  await expectStatus(deliver(gate.system, tenant.id, sent), 202);
  await gate.system.advance(1);
}

test("a full run that finds a repository again counts, although a push came while it waited", async () => {
  const { repository, id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  await gate.system.advance(1);
  await leave(tenant, repository);
  let isHeld = true;
  let asked = 0;
  gate.host.fault = (path) => {
    if (!isHeld || path !== "/installation/repositories") return null;
    asked += 1;
    return { status: 502, body: "Bad gateway", headers: { "retry-after": "1" } };
  };
  const run = await postRun(tenant, tenant.connectionId);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await gate.system.advance(1);
  const pushed = push(tenant.installationId, {
    repository: { id: repository.id, full_name: repository.full_name, default_branch: "main" },
  });
  const delivered = await expectStatus(
    deliver(gate.system, tenant.id, { secret, payload: pushed }),
    202,
  );
  await endOf(tenant, delivered.body.job_id);
  isHeld = false;
  expect((await endOf(tenant, run)).status).toBe("completed");
  gate.host.fault = null;
  const { detail } = (await ask(tenant, { repository_id: id })).body.blockers[0];
  expect(detail).toContain("It was pushed to at");
  await examine(tenant, id, "a".repeat(40));
});

/** Puts a repository's record back to what versions stored that noted only its first full run. */
async function forgetListing(tenant: GatedTenant): Promise<void> {
  const found = (await artifactsOf(tenant)).find(({ kind }) => kind === "repository");
  const table = tableClient(gate.system);
  await table.send(
    new UpdateCommand({
      TableName: gate.system.endpoints.table_name,
      Key: { pk: `ARTIFACTS#${tenant.connectionId}`, sk: `repository#${found.id}` },
      UpdateExpression: "REMOVE listed_at",
    }),
  );
  table.destroy();
}

test("a repository that a full run found before this was noted counts as found", async () => {
  const { repository, id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  await leave(tenant, repository);
  await scan(tenant);
  await forgetListing(tenant);
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["questions_open"]);
});

test("a repository that left after that, and was pushed to since, does not", async () => {
  const { repository, id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  await forgetListing(tenant);
  await gate.system.advance(1);
  await leave(tenant, repository);
  const payload = push(tenant.installationId, {
    repository: { id: repository.id, full_name: repository.full_name, default_branch: "main" },
  });
  const pushed = deliver(gate.system, tenant.id, { secret, payload });
  await endOf(tenant, (await expectStatus(pushed, 202)).body.job_id);
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["not_connected"]);
});

test("another tenant's repository answers as an unknown one, byte for byte", async () => {
  const { id, name } = hosted();
  const tenant = await again(await gatedTenant(gate));
  const other = await again(await gatedTenant(gate));
  await scan(tenant);
  for (const body of [{ repository_id: id }, { repository: name }]) {
    const foreign = await ask(other, body);
    const unknown = await ask(
      other,
      "repository" in body ? { repository: "x/y" } : { repository_id: "1" },
    );
    expect(foreign.text).toBe(unknown.text);
  }
  const { artifact_id } = (await ask(tenant, { repository_id: id })).body.systems[0];
  const named = (await ask(other, { artifact_ids: [artifact_id] })).body;
  const nobodys = (await ask(other, { artifact_ids: [randomUUID()] })).body;
  expect(named.systems).toEqual([]);
  expect(named.blockers).toEqual([{ ...nobodys.blockers[0], artifact_id }]);
});

test("a repository in two tenants is judged by each one's own run and confirmation", async () => {
  const { id } = hosted();
  const [one, two] = [await again(await gatedTenant(gate)), await again(await gatedTenant(gate))];
  await Promise.all([scan(one), scan(two)]);
  const mine = (await ask(one, { repository_id: id })).body.systems[0].artifact_id;
  await confirm(one, mine);
  expect((await ask(one, { repository_id: id })).body.cleared).toBe(true);
  expect(reasons(await ask(two, { repository_id: id }))).toEqual(["questions_open"]);
});

test("if two connections of a tenant find a repository, the question must name one of them", async () => {
  const { id } = hosted();
  const first = await again(await gatedTenant(gate));
  const second = await gatedTenant(gate, first);
  await Promise.all([scan(first), scan(second)]);
  const ambiguous = await ask(first, { repository_id: id });
  expect([ambiguous.status, ambiguous.body.code]).toEqual([422, "connection_ambiguous"]);
  const { body } = await ask(first, { repository_id: id, connection_id: second.connectionId });
  expect(body.repository.connection_id).toBe(second.connectionId);
  const foreign = await ask(first, { repository_id: id, connection_id: randomUUID() });
  expect(foreign.status).toBe(404);
});

test("only a run of that very commit clears a commit, and a new system in it is not an artifact yet", async () => {
  const [main, topic] = ["1".repeat(40), "2".repeat(40)];
  const files = { ".mcp.json": mcp("search") };
  const { repository, id } = hosted("acme/commits", files);
  gate.host.repositories = [
    {
      ...repository,
      commits: { [main]: files, [topic]: { ".mcp.json": mcp("search", "payroll") } },
    },
  ];
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  const [{ artifact_id }] = (await ask(tenant, { repository_id: id })).body.systems;
  await confirm(tenant, artifact_id);
  const before = await ask(tenant, { repository_id: id, commit: main });
  expect(reasons(before)).toEqual(["not_scanned"]);

  const run = await examine(tenant, id, main);
  expect(run).toMatchObject({ kind: "examination", status: "completed", commit: main });
  const green = (await ask(tenant, { repository_id: id, commit: main.toUpperCase() })).body;
  expect(green).toMatchObject({ cleared: true, run: { id: run.id, commit: main } });

  await examine(tenant, id, topic);
  const { body } = await ask(tenant, { repository_id: id, commit: topic });
  expect(
    body.systems.map((one: { artifact_id: string | null; name: string }) => [
      one.name,
      one.artifact_id,
    ]),
  ).toEqual([
    ["search", artifact_id],
    ["payroll", null],
  ]);
  expect(body.blockers).toEqual([
    { artifact_id: null, reason: "questions_open", detail: expect.stringContaining("payroll") },
  ]);
  expect((await artifactsOf(tenant)).filter(({ kind }) => kind === "mcp_server").length).toBe(1);

  const missing = await examine(tenant, id, "3".repeat(40));
  expect(missing).toMatchObject({ status: "failed", error_jsonb: { code: "commit_not_found" } });
});

test("MCP servers that would be called the same in a listing are systems of their own", async () => {
  const commit = "5".repeat(40);
  const command = { command: "npx" };
  const long = "x".repeat(200);
  const named = ["", "server", `${long}1`, `${long}2`, "\ud800", "\ud801", "search", "search#1"];
  const files = {
    ".mcp.json": mcp(...named),
    ".vscode/mcp.json": JSON.stringify({
      mcp: { servers: { search: command } },
      servers: { search: { url: "https://search.example" } },
      mcpServers: { search: command },
    }),
  };
  const { repository, id } = hosted("acme/doubles", files);
  gate.host.repositories = [{ ...repository, commits: { [commit]: files } }];
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  await examine(tenant, id, commit);
  const systems = async (more: object) =>
    (await expectStatus(ask(tenant, { repository_id: id, ...more }), 200)).body.systems;
  const listed = await systems({});
  const ids = new Set(listed.map(({ artifact_id }: { artifact_id: string }) => artifact_id));
  expect([listed.length, ids.size]).toEqual([11, 11]);
  expect(await systems({ commit })).toEqual(listed);
});

test("a server's classification stays when another section of its file gains or loses the name", async () => {
  const command = { command: "npx" };
  const repository = { id: ++ids, full_name: "acme/sections", files: {} };
  const tenant = await again(await gatedTenant(gate));
  const classified = async (...sections: string[]) => {
    const text = JSON.stringify(Object.fromEntries(sections.map((one) => [one, { a: command }])));
    const files = { ".mcp.json": text, ".vscode/mcp.json": text };
    gate.host.repositories = [{ ...repository, files }];
    await scan(tenant);
    return (await artifactsOf(tenant)).filter(
      ({ kind, retired_at }) => kind === "mcp_server" && retired_at === null,
    );
  };
  const both = await classified("servers", "mcpServers");
  expect(both.map(({ provider_ref }) => provider_ref.split(":")[1]).toSorted()).toEqual([
    expect.stringMatching(/^\.mcp\.json##[0-9a-f]{64}$/),
    ".mcp.json#a",
    expect.stringMatching(/^\.vscode\/mcp\.json##[0-9a-f]{64}$/),
    ".vscode/mcp.json#a",
  ]);
  const idsOf = (all: typeof both) => all.map(({ id }) => id).toSorted();
  const servers = await classified("servers");
  const mcpServers = await classified("mcpServers");
  expect([servers.length, mcpServers.length]).toEqual([2, 2]);
  expect(idsOf([...servers, ...mcpServers])).toEqual(idsOf(both));
});

test("only one examination per commit is open at a time", async () => {
  const { id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  const path = `/connections/${tenant.connectionId}/discovery-runs`;
  const commit = "4".repeat(40);
  const post = () => tenant.member("POST", path, { repository_id: id, commit });
  // The host tells everybody to wait, so the examination does not come to an end.
  gate.host.fault = () => ({ status: 429, body: {}, headers: { "retry-after": "3600" } });
  const all = await Promise.all([post(), post(), post()]);
  gate.host.fault = null;
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 202]);
  expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
});

test("a tenant's twenty-first open examination is refused, but one that is already open is returned again", async () => {
  const { id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  const path = `/connections/${tenant.connectionId}/discovery-runs`;
  const post = (n: number) =>
    tenant.member("POST", path, { repository_id: id, commit: String(n).padStart(40, "0") });
  // The host tells everybody to wait, so no examination comes to an end.
  gate.host.fault = () => ({ status: 429, body: {}, headers: { "retry-after": "3600" } });
  for (let n = 1; n <= 20; n += 1) await expectStatus(post(n), 202);
  const refused = await post(21);
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(refused.body.detail).toContain("20 examinations in progress");
  await expectStatus(post(7), 200);
  gate.host.fault = null;
});

test("bad questions are refused by name, and none is a 5xx", async () => {
  const tenant = await again(await gatedTenant(gate));
  for (const [path, body] of [
    ["repository", {}],
    ["repository", { repository: "a/b", repository_id: "1" }],
    ["artifact_ids", { artifact_ids: [randomUUID()], commit: "a".repeat(40) }],
    ["commit", { repository: "a/b", commit: "main" }],
    ["repository_id", { repository_id: "0x1" }],
    ["allow", { repository: "a/b", allow: [] }],
    ["allow.0", { repository: "a/b", allow: ["prohibited"] }],
    ["max_run_age_hours", { repository: "a/b", max_run_age_hours: 721 }],
    ["artifact_ids", { artifact_ids: Array.from({ length: 201 }, () => randomUUID()) }],
  ] as const) {
    const { status, body: problem } = await ask(tenant, body);
    expect([status, problem.errors?.map((one: { path: string }) => one.path)]).toEqual([
      400,
      [path],
    ]);
  }
  const { status, body } = await tenant.member(
    "POST",
    `/connections/${tenant.connectionId}/discovery-runs`,
    { commit: "a".repeat(40) },
  );
  expect([status, body.code]).toEqual([400, "validation_failed"]);
});

test("a repository with two hundred systems can be judged as a whole, and by the systems' ids", async () => {
  const names = Array.from({ length: 200 }, (_, i) => `tool-${i}`);
  const { id } = hosted("acme/many", { ".mcp.json": mcp(...names) });
  const tenant = await again(await gatedTenant(gate));
  await scan(tenant);
  const { body } = await expectStatus(ask(tenant, { repository_id: id }), 200);
  expect(body.systems.map(({ name }: { name: string }) => name).sort()).toEqual(names.sort());
  const order = body.systems.map((one: { artifact_id: string }) => one.artifact_id);
  expect(order).toEqual(order.toSorted());
  expect(body.blockers.map((one: { artifact_id: string }) => one.artifact_id)).toEqual(order);
  const few = (await ask(tenant, { artifact_ids: order })).body;
  expect([few.systems, few.blockers]).toEqual([body.systems, body.blockers]);
});

test("while the first run is under way the answer says since when", async () => {
  const { repository, id } = hosted();
  const tenant = await again(await gatedTenant(gate));
  const payload = push(tenant.installationId, {
    repository: { id: repository.id, full_name: repository.full_name, default_branch: "main" },
  });
  const pushed = await expectStatus(deliver(gate.system, tenant.id, { secret, payload }), 202);
  await endOf(tenant, pushed.body.job_id);
  const none = (await ask(tenant, { repository_id: id })).body;
  expect(none.blockers).toEqual([
    { artifact_id: null, reason: "not_scanned", detail: "No run has been completed." },
  ]);
  await gate.system.advance(1);
  gate.host.latencyMs = 1000;
  const path = `/connections/${tenant.connectionId}/discovery-runs`;
  const started = (await expectStatus(tenant.member("POST", path), 202)).body;
  const during = (await ask(tenant, { repository_id: id })).body;
  gate.host.latencyMs = 0;
  expect(during.blockers[0].detail).toBe(
    `No run has been completed. The first run began at ${started.created_at}.`,
  );
  await endOf(tenant, started.id);
  expect(reasons(await ask(tenant, { repository_id: id }))).toEqual(["questions_open"]);
});
