import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newRun, type OpenRun } from "#shared/domain/discovery/run.ts";
import { failureTable } from "#shared/domain/extractors/failure.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { endOf } from "#test/support/cloudc-fixture.ts";
import { eventually } from "#test/support/eventually.ts";

import { expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

const KEY = "sk-classifying-credential-77aa88bb";
const REPOSITORY = "acme/very-private-ranking-model";

const rule = { framework_id: "eu_ai_act", use_case_id: "annex3.4.a.employment_recruitment" };

async function importRule(system: TestSystem): Promise<void> {
  await system.admin("PUT", "/admin/frameworks/eu_ai_act", { display_name: "EU AI Act" });
}

/** Stores a run that waits for the next tick. */
async function queue(system: TestSystem, run: OpenRun): Promise<void> {
  const table = tableClient(system);
  const Item = putNewRun(run).Put?.Item;
  await table.send(new PutCommand({ TableName: system.endpoints.table_name, Item }));
  table.destroy();
}

/** Discovers one pushed repository; returns the run and its artifact. */
async function discover(system: TestSystem, tenant: TestTenant, connectionId: string) {
  const { now: created_at } = (await system.api()("POST", "/_local/clock", { advance_seconds: 1 }))
    .body;
  const run = newRun({
    id: randomUUID(),
    connection_id: connectionId,
    tenant_id: tenant.id,
    kind: "partial",
    trigger: "sourcehost_webhook",
    created_at,
    input: { repository: REPOSITORY, url: "https://source.example.com/acme" },
  });
  await queue(system, run);
  await system.api()("POST", "/_local/schedules/discovery-tick/run");
  const { body } = await tenant.member("GET", `/discovery-runs/${run.id}`);
  const artifacts = (await tenant.member("GET", `/artifacts?connection_id=${connectionId}`)).body;
  return { run: body, artifact: artifacts.items[0] };
}

const healthOf = async (system: TestSystem, { id }: TestTenant) =>
  (await system.admin("GET", "/admin/extractors/status?limit=200")).body.tenants.find(
    (row: { tenant_id: string }) => row.tenant_id === id,
  );

describe("classification", () => {
  let upstream: Upstream;
  let system: TestSystem;
  beforeAll(async () => {
    upstream = await startUpstream();
    system = await startTestSystem({
      settings: {
        EXTRACTOR_ALLOWED_HOSTS: upstream.host,
        // Without TENANT_CLOUD_LLM_DEPLOYMENT, nobody can be offered it.
        TENANT_CLOUD_LLM_ENDPOINT: `${upstream.url}/good`,
        TENANT_CLOUD_LLM_API_KEY: "sk-platform",
      },
    });
    await importRule(system);
  });
  afterAll(() => Promise.all([system.close(), upstream.close()]));

  const tenantWith = async (...behaviours: [string, string][]) => {
    const tenant = await newTenant(system);
    const chain = behaviours.map(([provider, behaviour]) => ({
      provider,
      endpoint: `${upstream.url}/${behaviour}`,
      model: "model-1",
      auth: KEY,
    }));
    const { status } = await tenant.org("PATCH", "/tenant/settings/extractor", { chain });
    expect(status).toBe(200);
    const { id } = await connectSourcehost(tenant);
    return { tenant, connectionId: id };
  };

  test("is a class that gates derive from facts with their words, and that nobody has confirmed", async () => {
    const { tenant, connectionId } = await tenantWith(["hosted_llm", "good"]);
    const { run, artifact } = await discover(system, tenant, connectionId);
    expect(run).toMatchObject({ status: "completed", error_jsonb: null, artifacts_count: 1 });
    expect(artifact.classification).toEqual({
      class: "high_risk",
      state: "proposed",
      reasons: [
        { rule, gate: "6(2)", facts: ["area"] },
        { rule, gate: "6(3) profiling", facts: ["area", "profiles"] },
      ],
      open_questions: [],
      facts: expect.objectContaining({
        area: {
          value: ["employment_recruitment"],
          confidence: 0.9,
          quote: "ranking",
          source: "extractor",
        },
        model_family: { value: null, confidence: null, quote: null, source: null },
      }),
      gates_version: expect.any(String),
      provider: "hosted_llm",
      model: "model-1",
      classified_at: expect.any(String),
      confirmed_by: null,
      confirmed_by_email: null,
      confirmed_at: null,
      reason: null,
      allowed_by: null,
      second_by: null,
    });
    expect(await healthOf(system, tenant)).toMatchObject({
      health: "green",
      last_failure_at: null,
      chain: [{ provider: "hosted_llm", has_credential: true }],
    });
  });

  test("skips entries with bad content until one answers", async () => {
    const { tenant, connectionId } = await tenantWith(
      ["local_llm", "html"],
      ["byo", "error_in_200"],
      ["tenant_cloud_llm", "good"],
    );
    const { run, artifact } = await discover(system, tenant, connectionId);
    expect(run.error_jsonb).toBeNull();
    expect(artifact.classification.provider).toBe("tenant_cloud_llm");
    const health = await healthOf(system, tenant);
    expect(health.health).toBe("green");
    expect(health.last_failure_at <= health.last_success_at).toBe(true);
  });

  test("leaves the run completed if no entry could provide one, with the attempts and nothing more", async () => {
    const { tenant, connectionId } = await tenantWith(
      ["hosted_llm", "unauthorized"],
      ["byo", "html"],
    );
    const { run, artifact } = await discover(system, tenant, connectionId);
    expect(run.status).toBe("completed");
    expect(run.error_jsonb).toEqual({
      stage: "classification",
      attempts: [
        {
          provider: "hosted_llm",
          code: "credential_invalid",
          latency_ms: expect.any(Number),
          hint: failureTable.credential_invalid.hint,
        },
        {
          provider: "byo",
          code: "contract_violation",
          latency_ms: expect.any(Number),
          hint: failureTable.contract_violation.hint,
        },
      ],
    });
    expect(artifact.classification).toBeNull();
    expect((await healthOf(system, tenant)).health).toBe("red");
    expect(JSON.stringify(await scanTable(system))).not.toContain(KEY);
    const log = system.rawLines.join("\n");
    expect(log).not.toContain(KEY);
    expect(log).not.toContain(REPOSITORY);
  });

  test("is requested once per content and tenant: a repeat comes from the tenant's own cache", async () => {
    const first = await tenantWith(["byo", "good"]);
    const before = upstream.seen.length;
    const once = await discover(system, first.tenant, first.connectionId);
    const again = await discover(system, first.tenant, first.connectionId);
    expect(again.artifact.classification).toEqual(once.artifact.classification);
    expect(upstream.seen.length - before).toBe(1);
    const other = await tenantWith(["byo", "good"]);
    await discover(system, other.tenant, other.connectionId);
    expect(upstream.seen.length - before).toBe(2);
  });

  test("failures are never cached: the next run asks again", async () => {
    const { tenant, connectionId } = await tenantWith(["byo", "html"]);
    const before = upstream.seen.length;
    await discover(system, tenant, connectionId);
    await discover(system, tenant, connectionId);
    expect(upstream.seen.length - before).toBe(2);
  });

  test("skips an entry while it cools down after a rate limit", async () => {
    const { tenant, connectionId } = await tenantWith(
      ["hosted_llm", "rate_limited"],
      ["byo", "html"],
    );
    const asked = () => upstream.seen.filter(({ path }) => path.startsWith("/rate_limited")).length;
    const before = asked();
    await discover(system, tenant, connectionId);
    const { run } = await discover(system, tenant, connectionId);
    expect(asked() - before).toBe(1);
    expect(run.error_jsonb.attempts).toMatchObject([{ provider: "byo" }]);
    await system.advance(10);
    await discover(system, tenant, connectionId);
    expect(asked() - before).toBe(2);
  });

  test("the health dot fades from green to amber and never pretends", async () => {
    const { tenant, connectionId } = await tenantWith(["byo", "good"]);
    expect((await healthOf(system, tenant)).health).toBe("gray");
    await discover(system, tenant, connectionId);
    expect((await healthOf(system, tenant)).health).toBe("green");
    await system.advance(301);
    expect((await healthOf(system, tenant)).health).toBe("amber");
    await system.advance(7200);
    expect((await healthOf(system, tenant)).health).toBe("amber");
  });

  test("is absent when no extractor is configured, and the run says so", async () => {
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    const { run, artifact } = await discover(system, tenant, id);
    expect(run).toMatchObject({ status: "completed" });
    expect(run.error_jsonb).toEqual({
      stage: "classification",
      code: "no_extractor",
      hint: expect.stringMatching(/extractor/),
    });
    expect(artifact.classification).toBeNull();
  });

  test("a full run that lists nothing does not count what a push told of meanwhile", async () => {
    const tenant = await newTenant(system);
    const { id: connection_id } = await connectSourcehost(tenant);
    const moved = await system.api()("POST", "/_local/clock", { advance_seconds: 1 });
    const of = { connection_id, tenant_id: tenant.id, created_at: moved.body.now };
    const full = newRun({ id: randomUUID(), ...of, kind: "full", trigger: "manual" });
    await queue(system, full);
    await discover(system, tenant, connection_id);
    const ended = await endOf(tenant, full.id);
    expect([ended.artifacts_count, ended.coverage[0].code]).toEqual([0, "recorded_from_pushes"]);
  });

  test("is asked for by a full run that lists nothing, and is missing until one has given it", async () => {
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    const { run } = await discover(system, tenant, id);
    const missing = async () => {
      const { body } = await tenant.member("GET", "/tenant/overview");
      return body.work
        .filter(
          ({ kind, object }: { kind: string; object: { type: string } }) =>
            kind === "systems_unclassified" && object.type === "run",
        )
        .map(({ object, reason }: Record<string, { id: string }>) => [object?.id, reason]);
    };
    const fullRun = async () => {
      await system.advance(1);
      const { body } = await tenant.member("POST", `/connections/${id}/discovery-runs`);
      await system.api()("POST", "/_local/schedules/discovery-tick/run");
      return eventually(async () => {
        const ended = (await tenant.member("GET", `/discovery-runs/${body.id}`)).body;
        expect(ended).toMatchObject({ status: "completed", artifacts_count: 0 });
        return ended;
      });
    };
    expect(await missing()).toEqual([[run.id, "no_extractor"]]);
    expect((await fullRun()).error_jsonb).toMatchObject({ code: "no_extractor" });
    expect(await missing()).toEqual([[run.id, "no_extractor"]]);
    const chain = [
      { provider: "hosted_llm", endpoint: `${upstream.url}/good`, model: "m", auth: KEY },
    ];
    await expectStatus(tenant.org("PATCH", "/tenant/settings/extractor", { chain }), 200);
    expect((await fullRun()).error_jsonb).toBeNull();
    const { items } = (await tenant.member("GET", `/artifacts?connection_id=${id}`)).body;
    expect(items[0].classification).toMatchObject({ class: "high_risk", state: "proposed" });
    expect(await missing()).toEqual([]);
  });
});

test("EXTRACTOR_PROVIDER=mock overrides whatever a tenant chose", async () => {
  const upstream = await startUpstream();
  const system = await startTestSystem({
    settings: {
      EXTRACTOR_ALLOWED_HOSTS: upstream.host,
      EXTRACTOR_PROVIDER: "mock",
    },
  });
  const tenant = await newTenant(system);
  const chain = [{ provider: "byo", endpoint: `${upstream.url}/good`, auth: KEY }];
  await tenant.org("PATCH", "/tenant/settings/extractor", { chain });
  const { id } = await connectSourcehost(tenant);
  const { artifact } = await discover(system, tenant, id);
  expect(artifact.classification).toMatchObject({ provider: "mock", model: "mock" });
  expect(upstream.seen).toEqual([]);
  const { body } = await system.admin("GET", "/admin/extractors/status");
  expect(body.global_default.chain).toMatchObject([{ provider: "mock" }]);
  // The prices are in the currency of budgets, next to the second seed's own figures in EUR.
  const prices = body.catalog.map((row: Record<string, unknown>) => [
    row["provider"],
    row["cost_per_1k_input_usd"],
    row["cost_per_1k_output_usd"],
  ]);
  expect(prices).toEqual([
    ["hosted_llm", 0.002, 0.01],
    ["tenant_cloud_llm", 0.0025, 0.01],
    ["local_llm", 0, 0],
    ["byo", null, null],
    ["mock", 0, 0],
  ]);
  await Promise.all([system.close(), upstream.close()]);
});

test("the platform's default is the first extractor that has all it needs", async () => {
  const upstream = await startUpstream();
  const system = await startTestSystem({
    settings: {
      EXTRACTOR_ALLOWED_HOSTS: upstream.host,
      TENANT_CLOUD_LLM_ENDPOINT: `${upstream.url}/good`,
      TENANT_CLOUD_LLM_API_KEY: "sk-platform",
      LOCAL_LLM_TUNNEL_URL: `${upstream.url}/good`,
    },
  });
  const { body } = await system.admin("GET", "/admin/extractors/status");
  expect(body.global_default.chain).toMatchObject([{ provider: "local_llm" }]);
  const tenant = await newTenant(system);
  const { id } = await connectSourcehost(tenant);
  const { run, artifact } = await discover(system, tenant, id);
  expect(run.error_jsonb).toBeNull();
  expect(artifact.classification).toMatchObject({ provider: "local_llm" });
  await Promise.all([system.close(), upstream.close()]);
});

test("EXTRACTOR_CACHE_ENABLED=false asks every time", async () => {
  const upstream = await startUpstream();
  const system = await startTestSystem({
    settings: {
      EXTRACTOR_ALLOWED_HOSTS: upstream.host,
      EXTRACTOR_CACHE_ENABLED: "false",
      HOSTED_LLM_BASE_URL: `${upstream.url}/good`,
      HOSTED_LLM_API_KEY: "sk-platform",
    },
  });
  const tenant = await newTenant(system);
  const { id } = await connectSourcehost(tenant);
  await discover(system, tenant, id);
  const { artifact } = await discover(system, tenant, id);
  expect(upstream.seen).toHaveLength(2);
  expect(artifact.classification).toMatchObject({ provider: "hosted_llm", class: "unknown" });
  await Promise.all([system.close(), upstream.close()]);
});
