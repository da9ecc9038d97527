import { afterAll, beforeAll, expect, test } from "vitest";
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
  scan,
  startGatedSystem,
} from "#test/support/systems-gate.ts";

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

/** A job of a pull request, as its runner is told about it. */
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

test("a machine asks about its own repository alone, whatever it names", async () => {
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

test("a machine without the scope, and a token of another tenant's audience, learn nothing", async () => {
  await register("reader", { claims: { sub: "reader" } }, ["inventory:read"]);
  clock = Date.parse(await gate.system.advance(31));
  const reader = await job({ sub: "reader" });
  const refused = await reader("POST", "/machine/clearance/systems", {});
  expect([refused.status, refused.body.code]).toEqual([403, "scope_missing"]);
  const stranger = await job({ aud: `${gate.system.baseUrl}/tenants/${crypto.randomUUID()}` });
  const { status, body } = await stranger("POST", "/machine/clearance/systems", {});
  expect([status, body.check]).toEqual([401, "issuer"]);
});
