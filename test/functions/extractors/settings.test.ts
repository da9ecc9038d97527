import { ResourceNotFoundException } from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectStatus } from "#test/support/review-fixture.ts";
import { type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

const SETTINGS = "/tenant/settings/extractor";
const KEY = "sk-tenant-credential-9f8e7d6c5b4a";

let upstream: Upstream;
let system: TestSystem;
let store: SecretStore;
let tenant: TestTenant;
beforeAll(async () => {
  upstream = await startUpstream();
  system = await startTestSystem({
    functions: "deployed",
    settings: {
      EXTRACTOR_ALLOWED_HOSTS: upstream.host,
      HOSTED_LLM_API_KEY: "sk-platform-hosted",
      LOCAL_LLM_TUNNEL_URL: "http://tunnel.example.com:11434",
      LOCAL_LLM_MODEL: "qwen-test:14b",
    },
  });
  store = secretStoreOf(system);
});
afterAll(() => Promise.all([system.close(), upstream.close()]));
beforeEach(async () => {
  tenant = await newTenant(system);
});

/** The settings of a tenant that has set neither. */
const unset = { budget: null, mode: "allowed" };

const byo = () => ({ provider: "byo", endpoint: `${upstream.url}/good`, auth: KEY });
const secretName = (provider: string) => `extractor-tenant-${tenant.id}-${provider}`;
const isGone = (name: string) =>
  expect(store.value(name)).rejects.toBeInstanceOf(ResourceNotFoundException);

const auditOf = async (action: string) =>
  (await system.admin("GET", `/admin/audit?tenant_id=${tenant.id}&action=${action}`)).body.items;

describe("reading", () => {
  test("every user of a tenant sees its chain, and nobody sees a credential", async () => {
    await tenant.org("PATCH", SETTINGS, {
      chain: [byo(), { provider: "hosted_llm", model: "m-2" }],
    });
    for (const api of [tenant.org, tenant.member]) {
      const { status, body, text } = await api("GET", "/tenant/settings");
      expect(status).toBe(200);
      expect(body).toEqual({
        tenant_id: tenant.id,
        name: "Acme",
        extractor: {
          chain: [
            { provider: "byo", endpoint: byo().endpoint, model: null, has_credential: true },
            { provider: "hosted_llm", endpoint: null, model: "m-2", has_credential: false },
          ],
          ...unset,
        },
        systems_gate: {
          allow: null,
          max_confirmed_age_days: null,
          max_run_age_hours: null,
          framework_ids: null,
        },
      });
      expect(text).not.toContain(KEY);
    }
  });

  test("only admins see an address's query, which may be a key, and can send it back", async () => {
    const endpoint = `${upstream.url}/good?code=fn-key-7d1c`;
    const chain = [{ provider: "byo", endpoint }];
    await expectStatus(tenant.org("PATCH", SETTINGS, { chain: [{ ...byo(), endpoint }] }), 200);
    const STATUS = `/admin/extractors/status?tenant_id=${tenant.id}`;
    const reader = system.api(await system.token({ is_reader: true }));
    for (const seen of [
      await expectStatus(tenant.member("GET", "/tenant/settings"), 200),
      await expectStatus(reader("GET", STATUS), 200),
    ]) {
      expect(seen.text).toContain(`"${upstream.url}/good"`);
      expect(seen.text).not.toContain("fn-key");
    }
    const kept = await expectStatus(tenant.org("PATCH", SETTINGS, { chain }), 200);
    for (const { chain } of [
      kept.body,
      (await tenant.org("GET", "/tenant/settings")).body.extractor,
      (await system.admin("GET", STATUS)).body.tenants[0],
    ]) {
      expect(chain).toEqual([{ provider: "byo", endpoint, model: null, has_credential: true }]);
    }
  });

  test("a tenant without settings of its own has an empty chain", async () => {
    const { body } = await tenant.member("GET", "/tenant/settings");
    expect(body.extractor).toEqual({ chain: [], ...unset });
  });

  test("a token for an unknown tenant is refused everywhere", async () => {
    for (const tenant_id of [crypto.randomUUID(), "x".repeat(3000)]) {
      const stranger = system.api(await system.token({ tenant_id, org_role: "admin" }));
      for (const [method, path, body] of [
        ["GET", "/tenant/settings", undefined],
        ["PATCH", SETTINGS, { chain: [byo()] }],
        ["POST", SETTINGS, { endpoint: byo().endpoint, auth: KEY }],
        ["POST", `${SETTINGS}/test-connection`, byo()],
      ] as const) {
        const answer = await stranger(method, path, body);
        expect([path, answer.status, answer.body.code]).toEqual([path, 403, "unknown_tenant"]);
      }
    }
  });

  test("members can change nothing, and a tenant's org admins nothing that belongs to the platform", async () => {
    expect((await tenant.member("PATCH", SETTINGS, { chain: [byo()] })).status).toBe(403);
    expect((await tenant.member("POST", SETTINGS, {})).status).toBe(403);
    expect((await tenant.member("POST", `${SETTINGS}/test-connection`, byo())).status).toBe(403);
    expect((await tenant.org("GET", "/admin/extractors/status")).status).toBe(403);
    const swap = `/admin/tenants/${tenant.id}/extractor/swap-to-preset`;
    expect((await tenant.org("POST", swap, { preset: "mock" })).status).toBe(403);
    expect((await tenant.org("POST", "/admin/extractors/test-preset", {})).status).toBe(403);
  });
});

describe("changing the chain", () => {
  test("keeps the credential only in the secret store, and writes one audit row", async () => {
    const { status, body } = await tenant.org("PATCH", SETTINGS, { chain: [byo()] });
    expect(status).toBe(200);
    const shown = { provider: "byo", endpoint: byo().endpoint, model: null, has_credential: true };
    expect(body).toEqual({ chain: [shown], ...unset });
    expect(await store.value(secretName("byo"))).toBe(KEY);
    expect(await auditOf("tenant.extractor.updated")).toMatchObject([
      {
        resource_type: "tenant",
        resource_id: tenant.id,
        tenant_id: tenant.id,
        actor_type: "user",
        context: { chain: [shown], previous_chain: [], credentials_changed: ["byo"] },
      },
    ]);
    expect(JSON.stringify(await scanTable(system))).not.toContain(KEY);
    expect(system.rawLines.join("\n")).not.toContain(KEY);
  });

  test("without a change writes no row", async () => {
    await tenant.org("PATCH", SETTINGS, { chain: [byo()] });
    const { auth: _, ...same } = byo();
    const { status, body } = await tenant.org("PATCH", SETTINGS, { chain: [same] });
    expect([status, body.chain[0].has_credential]).toEqual([200, true]);
    expect(await auditOf("tenant.extractor.updated")).toHaveLength(1);
    expect(await store.value(secretName("byo"))).toBe(KEY);
  });

  test("demands the credential again when the endpoint changes, and changes nothing", async () => {
    await tenant.org("PATCH", SETTINGS, { chain: [byo()] });
    const before = (await tenant.org("GET", "/tenant/settings")).body;
    const moved = { provider: "byo", endpoint: `${upstream.url}/elsewhere` };
    const { status, body } = await tenant.org("PATCH", SETTINGS, { chain: [moved] });
    expect([status, body.code]).toEqual([422, "credential_required"]);
    expect(body.detail).toMatch(/^The stored credential belongs to another provider or endpoint/);
    expect(body.errors).toMatchObject([{ path: "chain.0.auth" }]);
    expect((await tenant.org("GET", "/tenant/settings")).body).toEqual(before);
    expect((await tenant.org("PATCH", SETTINGS, { chain: [byo()] })).status).toBe(200);
  });

  test("demands a credential for an address that must not receive the platform's credential", async () => {
    for (const provider of ["hosted_llm", "tenant_cloud_llm", "byo"]) {
      const chain = [{ provider, endpoint: `${upstream.url}/good`, model: "m" }];
      const { status, body } = await tenant.org("PATCH", SETTINGS, { chain });
      expect([provider, status, body.code]).toEqual([provider, 422, "credential_required"]);
    }
  });

  test("deletes the credential of a removed entry", async () => {
    await tenant.org("PATCH", SETTINGS, { chain: [byo(), { provider: "local_llm", auth: "k-1" }] });
    expect(await store.value(secretName("local_llm"))).toBe("k-1");
    await tenant.org("PATCH", SETTINGS, { chain: [{ provider: "hosted_llm" }] });
    await isGone(secretName("byo"));
    await isGone(secretName("local_llm"));
    await tenant.org("PATCH", SETTINGS, { chain: [byo()] });
    expect(await store.value(secretName("byo"))).toBe(KEY);
  });

  test("reorders entries without receiving their credentials again", async () => {
    const local = { provider: "local_llm", endpoint: `${upstream.url}/l`, auth: "k-1" };
    await tenant.org("PATCH", SETTINGS, { chain: [byo(), local] });
    const chain = [local, byo()].map(({ auth: _, ...entry }) => entry);
    const { body } = await tenant.org("PATCH", SETTINGS, { chain });
    expect(body.chain.map((entry: { provider: string }) => entry.provider)).toEqual([
      "local_llm",
      "byo",
    ]);
    expect(body.chain.every((entry: { has_credential: boolean }) => entry.has_credential)).toBe(
      true,
    );
  });

  test("reports every fault of a request at once", async () => {
    const { status, body } = await tenant.org("PATCH", SETTINGS, {
      chain: [
        { provider: "byo", model: 3, auth: "has space" },
        { provider: "byo", endpoint: "nowhere", auth: "line\r\nbreak", colour: "red" },
        { provider: "elsewhere" },
        { provider: "mock", endpoint: "https://a.example.com" },
      ],
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining([
        "chain.0.auth",
        "chain.0.endpoint",
        "chain.0.model",
        "chain.1.provider",
        "chain.1.endpoint",
        "chain.1.auth",
        "chain.1.colour",
        "chain.2.provider",
        "chain.3.endpoint",
      ]),
    );
    expect(JSON.stringify(body)).not.toContain("line");
  });

  test("accepts 1 to 4 entries, each provider once, each with an endpoint", async () => {
    const refused = async (chain: unknown) => {
      const { status, body } = await tenant.org("PATCH", SETTINGS, { chain });
      return [status, body.errors?.[0]?.path];
    };
    expect(await refused([])).toEqual([400, "chain"]);
    expect(await refused(Array(5).fill({ provider: "hosted_llm" }))).toEqual([400, "chain"]);
    expect(await refused([byo(), byo()])).toEqual([400, "chain.1.provider"]);
    expect(await refused([{ provider: "byo", auth: "k" }])).toEqual([400, "chain.0.endpoint"]);
    expect(await refused([{ provider: "tenant_cloud_llm" }])).toEqual([400, "chain.0.endpoint"]);
  });

  test.each([
    "http://example.com/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[::7f00:1]/",
    "https://localhost./",
    "https://user:pass@example.com/",
    "https://example.com:22/",
    "ftp://example.com/",
  ])("refuses %s at save and at test", async (endpoint) => {
    const entry = { provider: "byo", endpoint, auth: KEY };
    for (const [method, path, body] of [
      ["PATCH", SETTINGS, { chain: [entry] }],
      ["POST", SETTINGS, { endpoint, auth: KEY }],
      ["POST", `${SETTINGS}/test-connection`, entry],
    ] as const) {
      const answer = await tenant.org(method, path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 422, "endpoint_blocked"]);
    }
    await isGone(secretName("byo"));
  });

  test("refuses the service's own address, even as an exception", async () => {
    const chain = [{ provider: "byo", endpoint: `${system.baseUrl}/health`, auth: KEY }];
    const { status, body } = await tenant.org("PATCH", SETTINGS, { chain });
    expect([status, body.code]).toEqual([422, "endpoint_blocked"]);
  });

  test("with the byo operation makes byo the only entry", async () => {
    await tenant.org("PATCH", SETTINGS, { chain: [{ provider: "local_llm", auth: "k-1" }] });
    const { endpoint, auth } = byo();
    const { status, body } = await tenant.org("POST", SETTINGS, { endpoint, auth, model: "m" });
    expect(status).toBe(200);
    expect(body.chain).toEqual([{ provider: "byo", endpoint, model: "m", has_credential: true }]);
    await isGone(secretName("local_llm"));
    expect((await tenant.org("POST", SETTINGS, { endpoint })).status).toBe(400);
  });
});

describe("concurrent and interrupted changes", () => {
  test("concurrent changes leave one of them complete, with its own credential", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        tenant.org("PATCH", SETTINGS, {
          chain: [{ provider: "byo", endpoint: `${upstream.url}/good/${i}`, auth: `key-${i}` }],
        }),
      ),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await auditOf("tenant.extractor.updated")).toHaveLength(done);
    const [entry] = (await tenant.org("GET", "/tenant/settings")).body.extractor.chain;
    const { body } = await tenant.org("POST", `${SETTINGS}/test-connection`, {
      provider: "byo",
      endpoint: entry.endpoint,
    });
    expect(body.ok).toBe(true);
    const [number] = /\d$/.exec(entry.endpoint) ?? [];
    expect(upstream.seen.at(-1)?.headers.authorization).toBe(`Bearer key-${number}`);
  });

  test("a credential written by an interrupted change is not used", async () => {
    await tenant.org("PATCH", SETTINGS, { chain: [byo()] });
    await store.put(secretName("byo"), "key-of-a-crashed-change");
    const { auth: _, ...same } = byo();
    await tenant.org("POST", `${SETTINGS}/test-connection`, same);
    expect(upstream.seen.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test("a credential that an interrupted change left without an entry is deleted by the next change", async () => {
    await store.create(secretName("byo"), "left-over");
    await tenant.org("PATCH", SETTINGS, { chain: [{ provider: "hosted_llm" }] });
    await isGone(secretName("byo"));
  });

  test("a missing stored credential fails the entry; the platform's is not used instead", async () => {
    await tenant.org("PATCH", SETTINGS, { chain: [{ provider: "hosted_llm", auth: KEY }] });
    const { DeleteSecretCommand } = await import("@aws-sdk/client-secrets-manager");
    await store.client.send(
      new DeleteSecretCommand({
        SecretId: secretName("hosted_llm"),
        ForceDeleteWithoutRecovery: true,
      }),
    );
    const { body } = await tenant.org("POST", `${SETTINGS}/test-connection`, {
      provider: "hosted_llm",
    });
    expect(body).toMatchObject({ ok: false, code: "credential_invalid" });
    expect(body.upstream_status).toBeUndefined();
  });
});

describe("presets", () => {
  const swap = (preset: string, id = tenant.id) =>
    system.admin("POST", `/admin/tenants/${id}/extractor/swap-to-preset`, { preset });

  test("local_llm_tunnel sets provider, tunnel and recommended model, and replaces the old chain", async () => {
    await tenant.org("PATCH", SETTINGS, { chain: [byo()] });
    const { status, body } = await swap("local_llm_tunnel");
    expect(status).toBe(200);
    const chain = [
      {
        provider: "local_llm",
        endpoint: "http://tunnel.example.com:11434",
        model: "qwen-test:14b",
        has_credential: false,
      },
    ];
    expect(body).toEqual({ chain, ...unset });
    expect((await tenant.member("GET", "/tenant/settings")).body.extractor).toEqual({
      chain,
      ...unset,
    });
    await isGone(secretName("byo"));
    expect(await auditOf("tenant.extractor.swapped")).toMatchObject([
      { context: { preset: "local_llm_tunnel", chain, previous_chain: [{ provider: "byo" }] } },
    ]);
    await swap("local_llm_tunnel");
    expect(await auditOf("tenant.extractor.swapped")).toHaveLength(1);
  });

  test("an unknown tenant is not found, an unknown preset is refused, one without an endpoint is not configured", async () => {
    expect((await swap("mock", crypto.randomUUID())).status).toBe(404);
    expect((await swap("nonsense")).status).toBe(400);
    const { status, body } = await swap("tenant_cloud_llm_default");
    expect([status, body.code]).toEqual([409, "preset_not_configured"]);
    expect(body.detail).toMatch(/TENANT_CLOUD_LLM_ENDPOINT.*TENANT_CLOUD_LLM_DEPLOYMENT/);
  });
});

describe("when the platform has no API key", () => {
  let bare: TestSystem;
  beforeAll(async () => {
    bare = await startTestSystem({ settings: { EXTRACTOR_ALLOWED_HOSTS: upstream.host } });
  });
  afterAll(() => bare.close());

  test("an entry that would use the platform's credential needs its own", async () => {
    const own = await newTenant(bare);
    const chain = [{ provider: "hosted_llm" }];
    const { status, body } = await own.org("PATCH", SETTINGS, { chain });
    expect([status, body.code]).toEqual([422, "credential_required"]);
    expect(body.title).toBe("The entry needs its own credential");
    expect(body.detail).toMatch(/^This entry needs its own credential: the platform has none/);
    expect(body.errors[0].path).toBe("chain.0.auth");
    const brought = { chain: [{ provider: "hosted_llm", auth: KEY }] };
    expect((await own.org("PATCH", SETTINGS, brought)).status).toBe(200);
  });

  test("a preset without an endpoint is refused and leaves the tenant's chain alone", async () => {
    const own = await newTenant(bare);
    expect((await own.org("PATCH", SETTINGS, { chain: [byo()] })).status).toBe(200);
    const body = { preset: "hosted_llm_default" };
    const path = `/admin/tenants/${own.id}/extractor/swap-to-preset`;
    for (const answer of [
      await bare.admin("POST", path, body),
      await bare.admin("POST", "/admin/extractors/test-preset", body),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, "preset_not_configured"]);
      expect(answer.body.detail).toContain("HOSTED_LLM_API_KEY");
    }
    const settings = await own.org("GET", "/tenant/settings");
    expect(settings.body.extractor.chain).toMatchObject([
      { provider: "byo", has_credential: true },
    ]);
  });
});
