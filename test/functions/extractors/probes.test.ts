import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PROBE_BUDGET_MS } from "#shared/domain/extractors/probe.ts";
import {
  type Api,
  type ApiAnswer,
  startTestSystem,
  type TestSystem,
} from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { putItem } from "#test/support/table-attack.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

const TEST_CONNECTION = "/tenant/settings/extractor/test-connection";
/** The longest time that API Gateway waits for a function. */
const GATEWAY_GIVES_UP_MS = 30_000;
const KEY = "sk-probe-credential-1a2b3c4d5e6f";

let upstream: Upstream;
let system: TestSystem;
let tenant: TestTenant;
beforeAll(async () => {
  upstream = await startUpstream();
  system = await startTestSystem({
    settings: {
      EXTRACTOR_ALLOWED_HOSTS: upstream.host,
      HOSTED_LLM_API_KEY: "sk-platform-hosted",
      HOSTED_LLM_BASE_URL: `${upstream.url}/good`,
      LOCAL_LLM_TUNNEL_URL: `${upstream.url}/good`,
    },
  });
  tenant = await newTenant(system);
});
afterAll(() => Promise.all([system.close(), upstream.close()]));

const probeAt = (provider: string, behaviour: string) =>
  tenant.org("POST", TEST_CONNECTION, {
    provider,
    endpoint: `${upstream.url}/${behaviour}`,
    model: "m",
    auth: KEY,
  });

describe("test-connection", () => {
  test("of ever more models leaves room in the month's item, and their cost is still told", async () => {
    const own = await newTenant(system, "Curious");
    const month = (await system.advance(0)).slice(0, 7);
    const key = { pk: `EXTRACTOR#TENANT#${own.id}`, sk: `SPEND#${month}` };
    const longName = (i: number) => `${i}`.padStart(200, "\u6f22");
    const known = Array.from({ length: 155 }, (_, i) => `free:local_llm:${longName(i)}`);
    const totals = known.flatMap((of) =>
      ["calls", "input", "output", "nano"].map((what) => [`${what}:${of}`, 1] as const),
    );
    const item = { ...key, held: 155, spent: 155, ...Object.fromEntries(totals) };
    const bytes = [...Object.keys(item)].reduce((sum, name) => sum + Buffer.byteLength(name), 0);
    // An item holds 400 KB; a number of three digits or fewer takes up to three of them.
    const filler = "x".repeat(400 * 1024 - bytes - 3 * totals.length - 1000);
    await putItem(system, { ...item, filler });
    for (const model of [longName(1), longName(900)]) {
      const entry = { provider: "local_llm", endpoint: `${upstream.url}/good`, model };
      const { status, body } = await own.org("POST", TEST_CONNECTION, entry);
      expect([status, body.ok]).toEqual([200, true]);
    }
    const { body } = await own.org("GET", "/tenant/usage");
    const by: { model: string }[] = body.by;
    expect(by).toHaveLength(156);
    expect(by.find(({ model }) => model === longName(1))).toMatchObject({ calls: 2 });
    const rest = { provider: "local_llm", model: "other", calls: 1, price: "free" };
    expect(by.find(({ model }) => model === "other")).toMatchObject(rest);
    expect(by.some(({ model }) => model === longName(900))).toBe(false);
  });

  test("says that nothing is at the address, not that the answer had the wrong form", async () => {
    const { body } = await probeAt("local_llm", "not_found");
    expect(body).toMatchObject({ ok: false, code: "contract_violation", upstream_status: 404 });
    expect(body.detail).toMatch(/answered 404: check its address/);
  });

  test.each(["hosted_llm", "tenant_cloud_llm", "local_llm", "byo"])(
    "reports a %s that answers as ok",
    async (provider) => {
      const { status, body } = await probeAt(provider, "good");
      expect(status).toBe(200);
      expect(body).toEqual({
        ok: true,
        latency_ms: expect.any(Number),
        upstream_status: 200,
        detail: expect.any(String),
      });
    },
  );

  test.each([
    ["unauthorized", "credential_invalid", 401],
    ["forbidden", "credential_invalid", 403],
    ["rate_limited", "rate_limited", 429],
    ["server_error", "upstream_error", 500],
    ["redirect", "redirect_refused", 302],
    ["prose", "contract_violation", 200],
    ["html", "contract_violation", 200],
    ["error_in_200", "contract_violation", 200],
    ["endless", "response_too_large", 200],
    ["cut_socket", "unreachable", undefined],
  ])(
    "%s is a probe result: %s, never an error of ours",
    async (behaviour, code, upstream_status) => {
      const { status, body, text } = await probeAt("local_llm", behaviour);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ok: false, code });
      expect(body.upstream_status).toBe(upstream_status);
      expect(text).not.toContain(KEY);
    },
  );

  test("cuts off an endpoint that hangs or drips, long before the gateway would", async () => {
    const limits: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const quicker = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      limits.push(ms);
      return timeout(Math.ceil(ms / 20));
    });
    const probes = Promise.all([probeAt("byo", "hang"), probeAt("byo", "drip")]);
    const answers = await probes.finally(() => quicker.mockRestore());
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([200, "timeout"]);
    }
    expect(limits).toHaveLength(2);
    expect(Math.max(...limits)).toBeLessThanOrEqual(PROBE_BUDGET_MS);
    expect(PROBE_BUDGET_MS).toBeLessThan(GATEWAY_GIVES_UP_MS);
  });

  test("is audited without query or credential, and stores nothing else", async () => {
    const other = await newTenant(system, "Globex");
    await other.org("POST", TEST_CONNECTION, {
      provider: "byo",
      endpoint: `${upstream.url}/unauthorized?code=function-key`,
      auth: KEY,
    });
    const rows = (await system.admin("GET", `/admin/audit?tenant_id=${other.id}`)).body.items;
    expect(
      rows.find((row: { action: string }) => row.action.includes("test_connection")),
    ).toMatchObject({
      action: "tenant.extractor.test_connection_run",
      context: {
        provider: "byo",
        endpoint: `${upstream.url}/unauthorized`,
        ok: false,
        code: "credential_invalid",
      },
    });
    expect((await other.org("GET", "/tenant/settings")).body.extractor.chain).toEqual([]);
    const status = (await system.admin("GET", "/admin/extractors/status?limit=200")).body;
    expect(
      status.tenants.find((row: { tenant_id: string }) => row.tenant_id === other.id),
    ).toMatchObject({ health: "gray", last_success_at: null, last_failure_at: null });
    const narrowed = async (id: string) =>
      (await system.admin("GET", `/admin/extractors/status?tenant_id=${id}`)).body;
    expect(await narrowed(other.id)).toEqual({
      ...status,
      tenants: [expect.objectContaining({ tenant_id: other.id, health: "gray", chain: [] })],
      next_cursor: null,
    });
    expect((await narrowed("00000000-0000-4000-8000-0000000000ff")).tenants).toEqual([]);
    const everything = JSON.stringify(await scanTable(system)) + system.rawLines.join("\n");
    expect(everything).not.toContain(KEY);
    expect(everything).not.toContain("function-key");
  });

  test("uses the stored credential only for the endpoint it belongs to", async () => {
    const own = await newTenant(system, "Initech");
    const entry = { provider: "byo", endpoint: `${upstream.url}/good/own` };
    await own.org("PATCH", "/tenant/settings/extractor", { chain: [{ ...entry, auth: KEY }] });
    expect((await own.org("POST", TEST_CONNECTION, entry)).body.ok).toBe(true);
    expect(upstream.seen.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    const elsewhere = { provider: "byo", endpoint: `${upstream.url}/good/other` };
    const { status, body } = await own.org("POST", TEST_CONNECTION, elsewhere);
    expect([status, body.code]).toEqual([422, "credential_required"]);
  });

  test("names the faults of an entry", async () => {
    const { status, body } = await tenant.org("POST", TEST_CONNECTION, { provider: "byo", x: 1 });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(["x"]),
    );
  });
});

describe("a probe is a call like any other", () => {
  const hosted = { provider: "hosted_llm", model: "claude-haiku-4-5" };
  const settingsOf = (own: TestTenant, settings: unknown) =>
    own.org("PATCH", "/tenant/settings/extractor", settings);
  const nextHour = async () => {
    const now = Date.parse(await system.advance(0)) / 1000;
    await system.advance(3600 - Math.floor(now % 3600));
  };
  const refusals = (answers: { status: number; body: { code: string } }[]) =>
    new Set(answers.map(({ status, body }) => `${status} ${body.code}`));

  test("an organisation that forbids calls to models makes none, not even with the platform's key", async () => {
    const own = await newTenant(system, "Forbidding");
    await settingsOf(own, { mode: "forbidden" });
    const before = upstream.seen.length;
    const { status, body } = await own.org("POST", TEST_CONNECTION, hosted);
    expect([status, body.code]).toEqual([409, "extractor_calls_forbidden"]);
    expect(upstream.seen).toHaveLength(before);
    await settingsOf(own, { mode: "allowed" });
    expect((await own.org("POST", TEST_CONNECTION, hosted)).body.ok).toBe(true);
  });

  test("no call goes out that the month's budget does not cover, and those that do are counted", async () => {
    const own = await newTenant(system, "Thrifty");
    await settingsOf(own, { budget: { monthly_usd: 0.000001 } });
    const before = upstream.seen.length;
    const refused = await Promise.all(
      Array.from({ length: 5 }, () => own.org("POST", TEST_CONNECTION, hosted)),
    );
    expect(refusals(refused)).toEqual(new Set(["409 extractor_budget_exhausted"]));
    expect(upstream.seen).toHaveLength(before);
    await settingsOf(own, { budget: { monthly_usd: 1 } });
    expect((await own.org("POST", TEST_CONNECTION, hosted)).body.ok).toBe(true);
    const { body } = await own.org("GET", "/tenant/usage");
    expect(body).toMatchObject({ reserved_usd: 0, by: [{ provider: "hosted_llm", calls: 1 }] });
    expect(body.spent_usd).toBeGreaterThan(0);
  });

  test("a tenant may test 120 times an hour, and each of the platform's admins 120 times too", async () => {
    await nextHour();
    const [own, other] = [await newTenant(system, "Eager"), await newTenant(system, "Patient")];
    const subs = [randomUUID(), randomUUID()] as const;
    const admins = await Promise.all(
      subs.map(async (sub) => system.api(await system.token({ is_platform_admin: true, sub }))),
    );
    const tested = async (whose: string, taken: number) => {
      const hour = (await system.advance(0)).slice(0, "2026-01-01T00".length);
      await putItem(system, { pk: `RATE#extractor_probes#${whose}`, sk: hour, taken });
    };
    await Promise.all([tested(own.id, 110), tested(`platform#${subs[0]}`, 110)]);
    const preset = { preset: "hosted_llm_default" };
    const testsOf: Record<string, () => Promise<ApiAnswer>> = {
      tenant: () => own.org("POST", TEST_CONNECTION, hosted),
      admin: () => (admins[0] as Api)("POST", "/admin/extractors/test-preset", preset),
    };
    for (const [who, ask] of Object.entries(testsOf)) {
      const before = upstream.seen.length;
      const answers = await Promise.all(Array.from({ length: 14 }, ask));
      const statuses = answers.map(({ status }) => status).toSorted();
      expect([who, statuses]).toEqual([who, [...Array(10).fill(200), ...Array(4).fill(429)]]);
      expect(upstream.seen).toHaveLength(before + 10);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body.code).toBe("rate_limited");
      expect(Number(refused?.headers.get("retry-after"))).toBeLessThanOrEqual(3600);
    }
    expect((await other.org("POST", TEST_CONNECTION, hosted)).body.ok).toBe(true);
    const again = await (admins[1] as Api)("POST", "/admin/extractors/test-preset", preset);
    expect(again.body.ok).toBe(true);
    await nextHour();
    const later = system.api(await system.token({ tenant_id: own.id, org_role: "admin" }));
    expect((await later("POST", TEST_CONNECTION, hosted)).body.ok).toBe(true);
  });
});

describe("test-preset", () => {
  const testPreset = (body: unknown) => system.admin("POST", "/admin/extractors/test-preset", body);

  test("probes the platform's own extractor with the platform's own credential", async () => {
    expect((await testPreset({ preset: "hosted_llm_default" })).body).toMatchObject({ ok: true });
    expect(upstream.seen.at(-1)?.headers["x-api-key"]).toBe("sk-platform-hosted");
    expect((await testPreset({ preset: "local_llm_tunnel" })).body).toMatchObject({ ok: true });
    expect((await testPreset({ preset: "mock" })).body).toMatchObject({ ok: true });
  });

  test("probes what the request describes, and never sends the platform's credential", async () => {
    const overrides = { endpoint: `${upstream.url}/good/x`, model: "m-9", auth: KEY };
    const { body } = await testPreset({ preset: "hosted_llm_default", overrides });
    expect(body.ok).toBe(true);
    expect(upstream.seen.at(-1)).toMatchObject({
      path: "/good/x/v1/messages",
      headers: { "x-api-key": KEY },
      body: { model: "m-9" },
    });
    const { endpoint } = overrides;
    const bare = await testPreset({ preset: "hosted_llm_default", overrides: { endpoint } });
    expect([bare.status, bare.body.code]).toEqual([422, "credential_required"]);
  });

  test("refuses blocked addresses, unknown presets and presets without an endpoint", async () => {
    const inside = { endpoint: "https://169.254.169.254/", auth: KEY };
    const blocked = await testPreset({ preset: "local_llm_tunnel", overrides: inside });
    expect([blocked.status, blocked.body.code]).toEqual([422, "endpoint_blocked"]);
    expect((await testPreset({ preset: "x" })).status).toBe(400);
    const nowhere = await testPreset({ preset: "tenant_cloud_llm_default" });
    expect([nowhere.status, nowhere.body.code]).toEqual([409, "preset_not_configured"]);
  });
});

describe("outside the stages local and test", () => {
  let deployed: TestSystem;
  beforeAll(async () => {
    deployed = await startTestSystem({
      settings: { STAGE: "production", EXTRACTOR_PROVIDER: "mock" },
    });
  });
  afterAll(() => deployed.close());

  test("mock is refused in settings, presets and tests, and EXTRACTOR_PROVIDER forces nothing", async () => {
    const customer = await newTenant(deployed);
    const swap = `/admin/tenants/${customer.id}/extractor/swap-to-preset`;
    const answers = [
      await customer.org("PATCH", "/tenant/settings/extractor", { chain: [{ provider: "mock" }] }),
      await customer.org("POST", TEST_CONNECTION, { provider: "mock" }),
      await deployed.admin("POST", swap, { preset: "mock" }),
      await deployed.admin("POST", "/admin/extractors/test-preset", { preset: "mock" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([422, "mock_not_allowed"]),
    );
    const { body } = await deployed.admin("GET", "/admin/extractors/status");
    expect(body.global_default).toEqual({ chain: [] });
    const { rows } = (await deployed.admin("GET", "/admin/setup/checklist")).body;
    const hosted = rows.find(({ id }: { id: string }) => id === "hosted_llm");
    expect(hosted).toMatchObject({ position: 5, status: "not_set" });
    expect(hosted.detail).toContain("No model is set up");
  });
});
