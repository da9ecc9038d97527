import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { begun, completed, failed, newRun } from "#shared/domain/discovery/run.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { interleaved, useEnvironmentOf } from "#test/support/in-process.ts";
import {
  discoverPush,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { itemsUnder } from "#test/support/table-attack.ts";
import {
  goodFacts,
  type Reply,
  shaped,
  startUpstream,
  type Upstream,
} from "#test/support/upstream.ts";

/** Happens once, while the model is answering. */
let beforeAnswer: (() => Promise<unknown>) | null = null;

/** A model that reports large numbers of tokens: 1,000,000 in, 10 out = 2.0001 USD a call. */
const dear: Reply = async (request, response) => {
  const change = beforeAnswer;
  beforeAnswer = null;
  await change?.();
  const body = shaped("hosted_llm", request, { text: JSON.stringify(goodFacts) });
  const usage = { input_tokens: 1_000_000, output_tokens: 10 };
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ ...body, usage }));
};
const PRICE = 2.0001;

let upstream: Upstream;
let system: TestSystem;
beforeAll(async () => {
  upstream = await startUpstream({ dear });
  system = await startTestSystem({
    settings: { EXTRACTOR_ALLOWED_HOSTS: upstream.host, EXTRACTOR_CACHE_ENABLED: "false" },
  });
});
afterAll(() => Promise.all([system.close(), upstream.close()]));

const chain = (model: string) => [
  { provider: "hosted_llm", endpoint: `${upstream.url}/dear`, model, auth: "sk" },
];

async function tenantWith(budget: unknown, model = "claude-sonnet-5-5"): Promise<InventoryTenant> {
  const tenant = await inventoryTenant(system, chain(model));
  const { status } = await tenant.org("PATCH", "/tenant/settings/extractor", { budget });
  expect(status).toBe(200);
  return tenant;
}

const usageOf = async (tenant: InventoryTenant, month = "") =>
  (await tenant.org("GET", `/tenant/usage${month && `?month=${month}`}`)).body;

const monthNow = async () => (await system.advance(0)).slice(0, 7);

/** Moves the clock to one minute before the next month (UTC); returns the month that ends. */
async function toEndOfMonth(): Promise<string> {
  const now = new Date(await system.advance(0));
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const at = await system.advance(Math.floor((next - now.getTime()) / 1000) - 60);
  return at.slice(0, 7);
}

describe("the settings", () => {
  test("take a budget and a mode without touching the chain, and say so in one row each", async () => {
    const tenant = await inventoryTenant(system, chain("claude-sonnet-5-5"));
    const patch = (body: unknown) => tenant.org("PATCH", "/tenant/settings/extractor", body);
    const before = (await tenant.member("GET", "/tenant/settings")).body.extractor;
    expect(before).toMatchObject({ budget: null, mode: "allowed" });
    const { body } = await patch({ budget: { monthly_usd: 5 } });
    expect(body).toEqual({ ...before, budget: { monthly_usd: 5, warn_at: 0.8 } });
    expect((await patch({ mode: "forbidden" })).body).toEqual({ ...body, mode: "forbidden" });
    expect((await patch({ budget: null })).body).toEqual({ ...before, mode: "forbidden" });
    await patch({ budget: null });
    const rows = (await tenant.org("GET", "/tenant/audit?action=tenant.extractor.updated")).body
      .items;
    const contexts = rows.map(({ context }: { context: object }) => context);
    expect(contexts).toHaveLength(4);
    expect(contexts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ budget: null, previous_budget: body.budget }),
        expect.objectContaining({ mode: "forbidden", previous_mode: "allowed" }),
        expect.objectContaining({ budget: body.budget, previous_budget: null }),
      ]),
    );
  });

  let refused: InventoryTenant;
  beforeAll(async () => {
    refused = await inventoryTenant(system);
  });

  test.each([
    {},
    { budget: { monthly_usd: -1 } },
    { budget: { monthly_usd: 5, warn_at: 2 } },
    { budget: { monthly_usd: "5" } },
    { budget: 5 },
    { mode: "off" },
    { chain: [] },
  ])("refuse %j", async (body) => {
    const { status } = await refused.org("PATCH", "/tenant/settings/extractor", body);
    expect(status).toBe(400);
  });

  test("requests for the usage of an invalid month are refused", async () => {
    const tenant = refused;
    for (const month of ["2026-13", "2026", "2026-1", "x"]) {
      expect((await tenant.org("GET", `/tenant/usage?month=${month}`)).status).toBe(400);
    }
    expect((await tenant.member("GET", "/tenant/usage")).status).toBe(403);
  });
});

describe("mode forbidden", () => {
  test("makes no call, not even by the platform's default, and is not an error in runs", async () => {
    const tenant = await inventoryTenant(system, chain("claude-sonnet-5-5"));
    await tenant.org("PATCH", "/tenant/settings/extractor", { mode: "forbidden" });
    const before = upstream.seen.length;
    const { run, artifact } = await discoverPush(system, tenant, "acme/ranking");
    expect(run).toMatchObject({ status: "completed", error_jsonb: null });
    expect(artifact.classification).toBeNull();
    expect(upstream.seen.length).toBe(before);
    const { body } = await tenant.org("PUT", `/artifacts/${artifact.id}/classification`, {
      answers: { is_ai_system: false },
      reason: "It is a list.",
    });
    expect(body.classification).toMatchObject({ class: "not_ai", state: "confirmed" });
    await tenant.org("PATCH", "/tenant/settings/extractor", { mode: "allowed" });
    await discoverPush(system, tenant, "acme/ranking");
    expect(upstream.seen.length).toBe(before + 1);
  });
});

describe("settings that change while a run classifies apply to its next call after half a minute", () => {
  test.each([
    ["a mode that forbids calls", { mode: "forbidden" }, null],
    ["a lower budget", { budget: { monthly_usd: 0.01 } }, "extractor_budget_exhausted"],
  ])("%s", async (_, settings, code) => {
    const tenant = await tenantWith({ monthly_usd: 0.01 });
    const patch = (body: unknown) => tenant.org("PATCH", "/tenant/settings/extractor", body);
    await discoverPush(system, tenant, "acme/ranking-1");
    await patch({ budget: { monthly_usd: 100 } });
    const before = upstream.seen.length;
    beforeAnswer = async () => {
      await patch(settings);
      await system.advance(31);
    };
    const { run, artifact } = await discoverPush(system, tenant, "acme/ranking-2");
    expect([run.status, run.error_jsonb?.code ?? null]).toEqual(["completed", code]);
    expect(artifact.classification).toBeNull();
    // The run asked about the system that was left over, and no longer about its own.
    expect(upstream.seen.length).toBe(before + 1);
  });
});

/** The artifacts that the model was asked about since then, in their order. */
const askedSince = (before: number): string[] =>
  upstream.seen
    .slice(before)
    .map(({ body }) => JSON.parse(body.messages[0].content).artifact.provider_ref);

describe("two runs at once", () => {
  test("a system that changes while a run asks about it as it was is asked about again first", async () => {
    const tenant = await tenantWith({ monthly_usd: 0.01 });
    const budgetOf = async (monthly_usd: number) => {
      await tenant.org("PATCH", "/tenant/settings/extractor", { budget: { monthly_usd } });
      await system.advance(31);
    };
    const { artifact } = await discoverPush(system, tenant, "acme/ranking-1");
    await budgetOf(100);
    beforeAnswer = async () => {
      await budgetOf(0.01);
      const changed = { ai_libraries: ["openai"] };
      const { run } = await discoverPush(system, tenant, "acme/ranking-1", undefined, changed);
      expect(run.error_jsonb?.code).toBe("extractor_budget_exhausted");
    };
    await discoverPush(system, tenant, "acme/ranking-2");
    await budgetOf(100);
    const before = upstream.seen.length;
    await discoverPush(system, tenant, "acme/ranking-3");
    expect(askedSince(before)).toContain(artifact.provider_ref);
    // Nothing is left.
    const settled = upstream.seen.length;
    await discoverPush(system, tenant, "acme/ranking-4");
    expect(askedSince(settled)).toHaveLength(1);
  });

  test("one that settles what a budget left does not hide the other's failure", async () => {
    const tenant = await tenantWith({ monthly_usd: 0.01 });
    await discoverPush(system, tenant, "acme/ranking-1");
    useEnvironmentOf(system);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { moveRun } = await import("#shared/store/discovery-runs.ts");
    const { documents } = await import("#shared/store/read.ts");
    const at = await system.advance(1);
    const started = async () => {
      const ids = { id: randomUUID(), connection_id: tenant.connectionId, tenant_id: tenant.id };
      const kinds = { kind: "partial", trigger: "sourcehost_webhook", created_at: at } as const;
      const queued = newRun({ ...ids, ...kinds });
      const Item = putNewRun(queued).Put?.Item;
      await documents.send(new PutCommand({ TableName: system.endpoints.table_name, Item }));
      const run = begun(queued, at);
      expect(await moveRun(queued, run, null)).toMatchObject({ committed: true });
      return run;
    };
    const [good, bad] = [await started(), await started()];
    const result = { artifacts_count: 1, coverage: [], error_jsonb: null };
    const outcome = await interleaved(
      () => moveRun(good, completed(good, result, at), null),
      () => moveRun(bad, failed(bad, { code: "worker_lost", dead_letter: true }, at), null),
    );
    expect(outcome).toMatchObject({ committed: true });
    const items = await itemsUnder(system, `CONNECTION#${tenant.connectionId}`);
    const { failed: count, unclassified } = items.find(({ sk }) => sk === "TROUBLE") ?? {};
    expect([count, unclassified]).toEqual([1, undefined]);
    const { body } = await tenant.org("GET", "/tenant/overview");
    expect(body.work).toContainEqual(
      expect.objectContaining({
        kind: "run_given_up",
        object: expect.objectContaining({ type: "run", id: bad.id }),
      }),
    );
  });
});

describe("usage", () => {
  test("is what the provider reports, at the day's price, by model and by day", async () => {
    const tenant = await tenantWith(null);
    await discoverPush(system, tenant, "acme/ranking");
    await discoverPush(system, tenant, "acme/ranking-2");
    const usage = await usageOf(tenant);
    const by = [
      {
        provider: "hosted_llm",
        model: "claude-sonnet-5-5",
        calls: 2,
        tokens: { input: 2_000_000, output: 20 },
        usd: 2 * PRICE,
        price: "listed",
      },
    ];
    expect(usage).toMatchObject({ spent_usd: 2 * PRICE, reserved_usd: 0, cap_usd: null, by });
    expect(usage.month).toBe(await monthNow());
    const days = usage.days.filter(({ calls }: { calls: number }) => calls > 0);
    expect(days).toEqual([
      { day: (await system.advance(0)).slice(0, 10), calls: 2, usd: 2 * PRICE },
    ]);
    const empty = { spent_usd: 0, by: [], days: [] };
    expect(await usageOf(tenant, "2031-01")).toMatchObject(empty);
  });

  test("of a model without a price costs what the dearest model of its provider costs", async () => {
    const tenant = await tenantWith(null, "brand-new-model");
    const { artifact } = await discoverPush(system, tenant, "acme/ranking");
    const usage = await usageOf(tenant);
    expect(usage.by).toMatchObject([{ model: "brand-new-model", usd: 10.0005, price: "assumed" }]);
    const { body } = await tenant.member("GET", `/artifacts/${artifact.id}/history`);
    expect(body.items[0].context.cost).toBe(10.0005);
  });
});

describe("a budget", () => {
  const warned = async (tenant: InventoryTenant) =>
    (await tenant.org("GET", "/tenant/audit?action=tenant.extractor.budget_warning")).body.items;

  test("that does not cover another call ends the run with nothing lost, and the run says why", async () => {
    const tenant = await tenantWith({ monthly_usd: 0.01 });
    const { run, artifact } = await discoverPush(system, tenant, "acme/ranking");
    expect(run).toMatchObject({
      status: "completed",
      artifacts_count: 1,
      error_jsonb: {
        stage: "classification",
        code: "extractor_budget_exhausted",
        hint: expect.stringMatching(/budget/),
      },
    });
    expect(artifact.classification).toBeNull();
    expect(await usageOf(tenant)).toMatchObject({ spent_usd: 0, reserved_usd: 0, cap_usd: 0.01 });
  });

  test("after the cap is raised, the skipped systems are classified first", async () => {
    const tenant = await tenantWith({ monthly_usd: 0.01 });
    await discoverPush(system, tenant, "acme/ranking-1");
    await discoverPush(system, tenant, "acme/ranking-2");
    await tenant.org("PATCH", "/tenant/settings/extractor", { budget: { monthly_usd: 100 } });
    const before = upstream.seen.length;
    const { run, artifact } = await discoverPush(system, tenant, "acme/ranking-3");
    expect(run.error_jsonb).toBeNull();
    const asked = askedSince(before);
    expect(asked).toHaveLength(3);
    expect(asked.at(-1)).toBe(artifact.provider_ref);
    const { body } = await tenant.member("GET", "/artifacts?class=unknown");
    expect(body.items).toHaveLength(3);
  });

  test("warns once a month, when the warning's part is spent", async () => {
    const tenant = await tenantWith({ monthly_usd: 8, warn_at: 0.5 });
    const warnings = () => warned(tenant);
    const isOnHome = async () =>
      (await tenant.org("GET", "/tenant/overview")).body.work.some(
        ({ kind }: { kind: string }) => kind === "budget_nearly_spent",
      );
    await discoverPush(system, tenant, "acme/ranking-1");
    expect([await warnings(), await isOnHome()]).toEqual([[], false]);
    await discoverPush(system, tenant, "acme/ranking-2");
    await discoverPush(system, tenant, "acme/ranking-3");
    expect(await warnings()).toMatchObject([
      {
        resource_id: tenant.id,
        context: { month: await monthNow(), spent_usd: 2 * PRICE, cap_usd: 8, warn_at: 0.5 },
      },
    ]);
    expect(await isOnHome()).toBe(true);
  });

  test("set below what is already spent warns at once", async () => {
    const tenant = await tenantWith(null);
    await discoverPush(system, tenant, "acme/ranking");
    expect((await usageOf(tenant)).is_nearly_spent).toBe(false);
    await tenant.org("PATCH", "/tenant/settings/extractor", { budget: { monthly_usd: 0.001 } });
    const context = { month: await monthNow(), spent_usd: PRICE, cap_usd: 0.001, warn_at: 0.8 };
    expect(await warned(tenant)).toMatchObject([{ context }]);
    expect(await usageOf(tenant)).toMatchObject({ spent_usd: PRICE, is_nearly_spent: true });
    const { run } = await discoverPush(system, tenant, "acme/ranking-2");
    expect(run.error_jsonb.code).toBe("extractor_budget_exhausted");
    expect(await warned(tenant)).toHaveLength(1);
  });

  test("of zero allows only what costs nothing", async () => {
    const tenant = await tenantWith({ monthly_usd: 0 });
    const { run } = await discoverPush(system, tenant, "acme/ranking");
    expect(run.error_jsonb.code).toBe("extractor_budget_exhausted");
    const byo = [{ provider: "byo", endpoint: `${upstream.url}/good`, auth: "sk" }];
    await tenant.org("PATCH", "/tenant/settings/extractor", { chain: byo });
    expect((await discoverPush(system, tenant, "acme/ranking")).run.error_jsonb).toBeNull();
    expect(await usageOf(tenant)).toMatchObject({
      spent_usd: 0,
      by: [{ price: "free", calls: 1 }],
    });
  });
});

test("a platform's budget warns after it was lowered when it refuses the next call", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "lowered-budget-"));
  const settings = { EXTRACTOR_ALLOWED_HOSTS: upstream.host, EXTRACTOR_CACHE_ENABLED: "false" };
  const before = await startTestSystem({ settings, stateDir });
  const tenant = await inventoryTenant(before, chain("claude-sonnet-5-5"));
  await discoverPush(before, tenant, "acme/ranking");
  await before.close();
  const lowered = { ...settings, EXTRACTOR_MONTHLY_USD: "0.001" };
  const after = await startTestSystem({ settings: lowered, stateDir });
  const org = after.api(await after.token({ tenant_id: tenant.id, org_role: "admin" }));
  const again = { ...tenant, org, member: org };
  const { run } = await discoverPush(after, again, "acme/ranking-2");
  expect(run.error_jsonb.code).toBe("extractor_budget_exhausted");
  const path = "/tenant/audit?action=tenant.extractor.budget_warning";
  expect((await org("GET", path)).body.items).toMatchObject([{ context: { spent_usd: PRICE } }]);
  await after.close();
});

test("EXTRACTOR_MONTHLY_USD is the budget of tenants without their own", async () => {
  const own = await startTestSystem({
    settings: { EXTRACTOR_ALLOWED_HOSTS: upstream.host, EXTRACTOR_MONTHLY_USD: "0.005" },
  });
  const tenant = await inventoryTenant(own, chain("claude-sonnet-5-5"));
  const { run } = await discoverPush(own, tenant, "acme/ranking");
  expect(run.error_jsonb.code).toBe("extractor_budget_exhausted");
  expect((await tenant.org("GET", "/tenant/usage")).body.cap_usd).toBe(0.005);
  await own.close();
});

// This comes last: it leaves the clock in the next month, when the sign-ins of the tests above have
// expired.
test("the next month's budget is used for what was left", async () => {
  const first = await inventoryTenant(system, chain("claude-sonnet-5-5"));
  const budget = { monthly_usd: 2 };
  await first.org("PATCH", "/tenant/settings/extractor", { budget });
  const monthOfOwn = await toEndOfMonth();
  // The sign-in of half a month ago has expired.
  const org = system.api(await system.token({ tenant_id: first.id, org_role: "admin" }));
  const tenant = { ...first, org, member: org };
  await discoverPush(system, tenant, "acme/ranking-1");
  const { run } = await discoverPush(system, tenant, "acme/ranking-2");
  expect(run.error_jsonb.code).toBe("extractor_budget_exhausted");
  await system.advance(120);
  const later = await discoverPush(system, tenant, "acme/ranking-3");
  expect(later.run.error_jsonb.code).toBe("extractor_budget_exhausted");
  const { body } = await tenant.member("GET", "/artifacts");
  const waiting = body.items.filter(
    ({ classification }: { classification: unknown }) => !classification,
  );
  expect(waiting.map(({ id }: { id: string }) => id)).toEqual([later.artifact.id]);
  expect(await usageOf(tenant, monthOfOwn)).toMatchObject({ spent_usd: PRICE });
  const next = await usageOf(tenant);
  expect([next.month === monthOfOwn, next.spent_usd]).toEqual([false, PRICE]);
});
