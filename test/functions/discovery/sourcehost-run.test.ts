import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { allOf, endOf, postRun, runToEnd } from "#test/support/cloudc-fixture.ts";
import { expectKeptCounts } from "#test/support/kept-counts.ts";
import { type RepositoryServer, startRepositories } from "#test/support/repository-server.ts";
import { rsaPem } from "#test/support/rsa-key.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { itemAt } from "#test/support/table-attack.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

let host: RepositoryServer;
let system: TestSystem;
let acme: TestTenant;
let secret: string;
/** How many times as fast the waits pass that a host asks for. */
let pace = 1;
beforeAll(async () => {
  host = await startRepositories();
  system = await startTestSystem({
    settings: { SOURCEHOST_APP_ID: "314159", SOURCEHOST_API_URL: host.url },
    pace: () => pace,
  });
  secret = await provisionedSecret(system);
  const set = await system.admin("POST", "/admin/setup/sourcehost-app/private-key", {
    private_key_pem: rsaPem(),
  });
  expect(set.status).toBe(200);
  acme = await newTenant(system, "Acme");
});
afterAll(() => Promise.all([system.close(), host.close()]));
afterEach(() => {
  pace = 1;
  host.fault = null;
  host.installation = "active";
  host.cut.clear();
  host.repositories = [];
});

/** A run as it is stored. */
const storedRun = async (id: string) => (await itemAt(system, { pk: `RUN#${id}`, sk: "META" })).run;

const artifactsOf = async (connectionId: string) => {
  const all = await allOf(acme.member, `/artifacts?connection_id=${connectionId}`);
  return new Map(all.map((one) => [one.name as string, one]));
};

/** One manifest of each kind, and the libraries it names. */
const manifests: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "package.json",
    '{"dependencies":{"openai":"^4","left-pad":"1"},"devDependencies":{"@langchain/core":"1"}}',
    ["langchain", "openai"],
  ],
  [
    "services/api/requirements-prod.txt",
    "# comment\nflask==2\nTorch >= 2.1 ; python_version > '3'\n-r base.txt\n",
    ["pytorch"],
  ],
  [
    "pyproject.toml",
    '[project]\ndependencies = [\n  "transformers[torch]>=4",\n]\n[tool.poetry.dependencies]\nsentence_transformers = "^2"\n',
    ["huggingface", "transformers"],
  ],
  ["setup.py", "setup(install_requires=['scikit-learn>=1', 'requests'])", ["scikit-learn"]],
  ["environment.yml", "dependencies:\n  - python=3.11\n  - xgboost=2\n", ["xgboost"]],
  ["go.mod", "module x\nrequire (\n\tgithub.com/sashabaranov/go-openai v1.20.0\n)\n", ["openai"]],
  [
    "pom.xml",
    "<project><dependencies><dependency><groupId>dev.langchain4j</groupId><artifactId>langchain4j</artifactId></dependency></dependencies></project>",
    ["langchain"],
  ],
  [
    "app/build.gradle.kts",
    'implementation("org.springframework.ai:spring-ai-core:1.0.0")',
    ["spring-ai"],
  ],
  [
    "Cargo.toml",
    '[dependencies]\nserde = "1"\ncandle-core = { version = "0.6" }\n[dependencies.async-openai]\nversion = "0.2"\n',
    ["huggingface", "openai"],
  ],
  [
    "Gemfile",
    "source 'https://rubygems.org'\ngem 'rails'\ngem 'ruby-openai', '~> 6'\n",
    ["openai"],
  ],
  [
    "src/App.csproj",
    '<Project><ItemGroup><PackageReference Include="Microsoft.SemanticKernel" Version="1.0" /></ItemGroup></Project>',
    ["semantic-kernel"],
  ],
  [
    "notebooks/train.ipynb",
    '{"cells":[{"source":["import sklearn.linear_model\\n",\n"from transformers import pipeline\\n"]}]}',
    ["scikit-learn", "transformers"],
  ],
];

describe("a full discovery of the source host", () => {
  test("finds every repository, and the AI libraries its manifests and notebooks name", async () => {
    host.repositories = [
      ...manifests.map(([path, content], i) => ({
        id: 1000 + i,
        full_name: `acme/repo-${i}`,
        files: {
          [path]: content,
          "README.md": "openai torch",
          "node_modules/torch/package.json": content,
        },
      })),
      { id: 2000, full_name: "acme/plain", files: { "index.html": "<p>torch</p>" } },
      { id: 2001, full_name: "acme/empty", files: null },
      {
        id: 2002,
        full_name: "acme/weights",
        files: { "m/model.onnx": "0", "b.safetensors": "0", Modelfile: "FROM llama3" },
      },
    ];
    const { id, installation_id } = await connectSourcehost(acme);
    const run = await runToEnd(acme, id);
    expect(run).toMatchObject({ status: "completed", artifacts_count: manifests.length + 3 });
    const project = `installation/${installation_id}`;
    expect(run.coverage).toEqual([
      { project, location: "global", kind: "repository", status: "complete" },
    ]);
    const artifacts = await artifactsOf(id);
    const libraries = manifests.map(
      (_, i) => artifacts.get(`acme/repo-${i}`)?.details.ai_libraries,
    );
    expect(libraries).toEqual(manifests.map(([, , expected]) => expected));
    expect(artifacts.get("acme/plain")).toMatchObject({
      kind: "repository",
      provider_ref: "acme/plain",
      location: "https://source.example.com/acme/plain",
      details: { ai_libraries: [], repository_id: 2000 },
    });
    expect(artifacts.get("acme/empty")?.details.ai_libraries).toEqual([]);
    expect(artifacts.get("acme/weights")?.details.model_files).toEqual([
      "Modelfile",
      "b.safetensors",
      "m/model.onnx",
    ]);
    expect(JSON.stringify([...artifacts.values()])).not.toMatch(/ghs_/);
    expect(system.rawLines.join("\n")).not.toMatch(/ghs_|BEGIN/);
  });

  test("follows a renamed repository, and a push to it updates the same artifact", async () => {
    host.repositories = [
      {
        id: 77,
        full_name: "acme/before",
        files: { "package.json": '{"dependencies":{"openai":"1"}}' },
      },
    ];
    const { id, installation_id } = await connectSourcehost(acme);
    await runToEnd(acme, id);
    const first = (await artifactsOf(id)).get("acme/before");
    host.repositories = [
      {
        ...(host.repositories[0] as never as { files: object }),
        id: 77,
        full_name: "acme/after",
      } as never,
    ];
    const payload = push(installation_id, { after: "f".repeat(40) }) as { repository: object };
    const renamed = {
      ...payload,
      repository: { ...payload.repository, id: 77, full_name: "acme/after" },
    };
    const { body } = await deliver(system, acme.id, { payload: renamed, secret });
    await endOf(acme, body.job_id);
    const pushed = await artifactsOf(id);
    expect([...pushed.keys()]).toEqual(["acme/after"]);
    expect(pushed.get("acme/after")).toMatchObject({
      id: first?.id,
      first_seen_at: first?.first_seen_at,
      provider_ref: "acme/after",
      details: { head_commit: "f".repeat(40) },
    });
    // A push that touched other files keeps what the listing found.
    expect(pushed.get("acme/after")?.details.ai_libraries).toContain("openai");
    await runToEnd(acme, id);
    expect((await artifactsOf(id)).get("acme/after")).toMatchObject({
      id: first?.id,
      retired_at: null,
    });
  });

  test("retires what a complete listing no longer contains, but retires nothing if the list changed meanwhile", async () => {
    const repositories = Array.from({ length: 103 }, (_, i) => ({
      id: i + 1,
      full_name: `acme/r${i}`,
      files: {},
    }));
    host.repositories = repositories.slice(0, 3);
    const { id } = await connectSourcehost(acme);
    await runToEnd(acme, id);
    host.repositories = repositories.slice(1);
    let pages = 0;
    host.fault = (path) => {
      if (path !== "/installation/repositories") return null;
      pages += 1;
      // One is removed while the pages are read, so an entry that moved up may have been missed.
      if (pages === 2) host.repositories = repositories.slice(2);
      return null;
    };
    const uncertain = await runToEnd(acme, id);
    expect(uncertain.coverage).toContainEqual(
      expect.objectContaining({ status: "partial", code: "list_changed" }),
    );
    const retired = async () =>
      [...(await artifactsOf(id)).values()]
        .filter(({ retired_at }) => retired_at !== null)
        .map(({ name }) => name);
    expect(await retired()).toEqual([]);
    host.fault = null;
    await runToEnd(acme, id);
    expect((await retired()).toSorted()).toEqual(["acme/r0", "acme/r1"]);
  });

  test("leaves no missing classes on Home once everything that lacked them is gone", async () => {
    host.repositories = [{ id: 1, full_name: "acme/t", files: { "requirements.txt": "torch" } }];
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    const missing = async () => {
      const { work } = (await tenant.member("GET", "/tenant/overview")).body;
      return work.filter(({ kind }: { kind: string }) => kind === "systems_unclassified");
    };
    const run = await runToEnd(tenant, id);
    expect(await missing()).toContainEqual(
      expect.objectContaining({ object: expect.objectContaining({ type: "run", id: run.id }) }),
    );
    host.repositories = [];
    await system.advance(1);
    expect(await runToEnd(tenant, id)).toMatchObject({
      artifacts_count: 0,
      error_jsonb: { code: "no_extractor" },
    });
    expect(await missing()).toEqual([]);
  });

  test("reads a tree that the host truncates folder by folder", async () => {
    const files: Record<string, string> = {
      "a/b/requirements.txt": "vllm\n",
      "package.json": "{}",
      "node_modules/x/package.json": "{}",
    };
    host.repositories = [
      { id: 1, full_name: "acme/large", files },
      {
        id: 2,
        full_name: "acme/vast",
        files: Object.fromEntries(
          Array.from({ length: 200 }, (_, i) => [`d${i}/requirements.txt`, "torch"]),
        ),
      },
    ];
    host.cut = new Set(["acme/large", "acme/vast"]);
    const { id } = await connectSourcehost(acme);
    const { coverage } = await runToEnd(acme, id);
    const artifacts = await artifactsOf(id);
    expect(artifacts.get("acme/large")?.details.ai_libraries).toEqual(["vllm"]);
    expect(artifacts.get("acme/vast")?.details.ai_libraries).toEqual(["pytorch"]);
    expect(coverage).toContainEqual(
      expect.objectContaining({ location: "acme/vast", status: "partial", code: "tree_truncated" }),
    );
  });

  test("a repository that cannot be read keeps what was known, and coverage names it", async () => {
    host.repositories = [1, 2, 3, 4, 5, 6].map((n) => ({
      id: n,
      full_name: `acme/n${n}`,
      files: {
        "requirements.txt": "torch",
        ".mcp.json": `{"mcpServers":{"search-${n}":{"command":"npx"}}}`,
        "deep/.mcp.json": `{"mcpServers":{"deep-${n}":{"command":"npx"}}}`,
      },
    }));
    host.cut.add("acme/n4");
    host.cut.add("acme/n6");
    const { id } = await connectSourcehost(acme);
    await runToEnd(acme, id);
    const known = await artifactsOf(id);
    expect(known.size).toBe(18);
    host.repositories = host.repositories.map((one) =>
      one.id === 2 ? { ...one, full_name: "acme/renamed" } : one,
    );
    const notFound = { status: 404, body: { message: "Not Found" } };
    host.fault = (path) => {
      if (path.startsWith("/repos/acme/renamed/")) {
        return { status: 451, body: { message: "Repository access blocked" } };
      }
      // The default branch of n3 was renamed since the listing; n4's folder is gone.
      if (path.startsWith("/repos/acme/n3/git/trees/")) return notFound;
      // The answers are of another shape; a folder of n6 is itself too large.
      if (path.startsWith("/repos/acme/n5/git/trees/")) return { status: 200, body: {} };
      if (/^\/repos\/acme\/n6\/git\/trees\/[0-9a-f]{40}$/.test(path)) {
        return { status: 200, body: { tree: [], truncated: true } };
      }
      return /^\/repos\/acme\/n4\/git\/trees\/[0-9a-f]{40}$/.test(path) ? notFound : null;
    };
    const { coverage, status } = await runToEnd(acme, id);
    expect(status).toBe("completed");
    const partial = { kind: "repository", status: "partial", hint: expect.any(String) };
    expect(coverage.slice(1)).toEqual(
      [
        { location: "acme/renamed", repository_id: "2", http_status: 451, code: "http_451" },
        { location: "acme/n3", repository_id: "3", http_status: 404, code: "http_404" },
        { location: "acme/n4", repository_id: "4", code: "tree_truncated" },
        { location: "acme/n5", repository_id: "5", http_status: 200, code: "malformed_response" },
        { location: "acme/n6", repository_id: "6", code: "tree_truncated" },
      ].map((item) => ({ project: coverage[0].project, ...partial, ...item })),
    );
    const kept = await artifactsOf(id);
    expect(kept.size).toBe(18);
    for (const [name, { retired_at, details }] of kept) {
      const before = known.get(name === "acme/renamed" ? "acme/n2" : name);
      expect([name, retired_at, details]).toEqual([name, null, before?.details]);
    }
  });

  test("answers of another shape are faults, not empty lists and files", async () => {
    host.repositories = [
      { id: 1, full_name: "acme/shape", files: { "requirements.txt": "torch" } },
    ];
    const { id } = await connectSourcehost(acme);
    await runToEnd(acme, id);
    const fault = { http_status: 200, code: "malformed_response" };
    for (const body of [{}, [], { repositories: [] }, { total_count: 0 }]) {
      host.fault = (path) => (path === "/installation/repositories" ? { status: 200, body } : null);
      expect(await runToEnd(acme, id)).toMatchObject({ status: "failed", error_jsonb: fault });
    }
    host.fault = (path) => (path.includes("/git/blobs/") ? { status: 200, body: [] } : null);
    const { coverage } = await runToEnd(acme, id);
    expect(coverage.slice(1)).toMatchObject([{ location: "acme/shape", ...fault }]);
    expect((await artifactsOf(id)).get("acme/shape")?.retired_at).toBeNull();
  });

  test("waits out a secondary limit, and suspends the run until a primary limit resets", async () => {
    host.repositories = Array.from({ length: 12 }, (_, i) => ({
      id: i + 1,
      full_name: `acme/l${i}`,
      files: { "requirements.txt": "torch" },
    }));
    pace = 10;
    const { id } = await connectSourcehost(acme);
    let limited = 0;
    const reset = Math.floor((Date.now() + 3_600_000) / 1000);
    const startedAt = host.requests;
    let ofRuns = 0;
    host.fault = (path, request) => {
      // The tick also requests failed deliveries; those calls do not count.
      if (!path.includes("/app/hook/deliveries")) ofRuns += 1;
      if (request === startedAt + 10)
        return {
          status: 403,
          body: { message: "You have exceeded a secondary rate limit" },
          headers: { "retry-after": "1" },
        };
      if (request < startedAt + 18 || limited === -1) return null;
      limited += 1;
      return {
        status: 403,
        body: { message: "API rate limit exceeded" },
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
      };
    };
    const runId = await postRun(acme, id);
    await expect.poll(() => limited).toBeGreaterThan(0);
    // Requests in flight have finished once the run is released.
    const givenBack = () => storedRun(runId);
    await expect
      .poll(async () => Date.parse((await givenBack())?.due_at) / 1000)
      .toBeGreaterThanOrEqual(reset);
    expect((await givenBack())?.status).toBe("running");
    const seen = ofRuns;
    await system.api()("POST", "/_local/schedules/discovery-tick/run");
    expect(ofRuns).toBe(seen);
    limited = -1;
    await system.advance(3700);
    const fresh = { ...acme, member: system.api(await system.token({ tenant_id: acme.id })) };
    await system.api()("POST", "/_local/schedules/discovery-tick/run");
    expect(await endOf(fresh, runId)).toMatchObject({ status: "completed", artifacts_count: 12 });
    acme = {
      ...fresh,
      org: system.api(await system.token({ tenant_id: acme.id, org_role: "admin" })),
    };
  });

  test("a suspended installation makes the connection inactive; a removed one needs reauthorisation", async () => {
    const [first, second] = [await connectSourcehost(acme), await connectSourcehost(acme)];
    host.installation = "suspended";
    expect(await runToEnd(acme, first.id)).toMatchObject({
      status: "failed",
      error_jsonb: { http_status: 403 },
    });
    expect((await acme.member("GET", `/connections/${first.id}`)).body.status).toBe("inactive");
    host.installation = "gone";
    expect(await runToEnd(acme, second.id)).toMatchObject({
      status: "failed",
      error_jsonb: { http_status: 404, hint: expect.any(String) },
    });
    expect((await acme.member("GET", `/connections/${second.id}`)).body.status).toBe(
      "needs_reauthorization",
    );
    host.installation = "active";
    await runToEnd(acme, second.id);
    expect((await acme.member("GET", `/connections/${second.id}`)).body.status).toBe("active");
  });

  test("a rate limit in the middle of a run is waited for, and nothing is lost", async () => {
    host.repositories = Array.from({ length: 12 }, (_, i) => ({
      id: i + 1,
      full_name: `acme/q${i}`,
      files: { "requirements.txt": "torch" },
    }));
    const { id } = await connectSourcehost(acme);
    let limited = 0;
    host.fault = (path) => {
      if (!path.includes("/git/trees/") || limited > 0) return null;
      limited += 1;
      return {
        status: 429,
        body: { message: "You have exceeded a secondary rate limit" },
        headers: { "retry-after": "1" },
      };
    };
    expect(await runToEnd(acme, id)).toMatchObject({ status: "completed", artifacts_count: 12 });
    expect(limited).toBe(1);
  });

  test("after one worker is told about the rate limit, another does not ask again", async () => {
    host.repositories = [{ id: 1, full_name: "acme/t", files: { "requirements.txt": "torch" } }];
    const { id, installation_id } = await connectSourcehost(acme);
    host.fault = () => ({
      status: 403,
      body: { message: "API rate limit exceeded" },
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" },
    });
    const path = `/connections/${id}/reauthorize`;
    expect((await acme.org("POST", path)).body.upstream_code).toBe("rate_limited");
    host.fault = null;
    const asked = () =>
      [...host.paths].filter(([to]) => to.includes(`/installations/${installation_id}/`));
    const before = asked();
    // Now a fresh worker and a person both try again.
    const runId = await postRun(acme, id);
    const runOf = () => storedRun(runId);
    await expect.poll(async () => (await runOf())?.continued).toBeGreaterThan(0);
    expect(Date.parse((await runOf()).due_at)).toBeGreaterThan(Date.now() + 3_000_000);
    const again = await acme.org("POST", path);
    expect(again.body).toMatchObject({ upstream_code: "rate_limited", hint: expect.any(String) });
    expect(asked()).toEqual(before);
  });

  test("an installation unsuspended without a delivery comes back with the next successful run", async () => {
    host.repositories = [{ id: 1, full_name: "acme/t", files: { "requirements.txt": "torch" } }];
    const { id } = await connectSourcehost(acme);
    const statusOf = async () => (await acme.member("GET", `/connections/${id}`)).body.status;
    host.installation = "suspended";
    await runToEnd(acme, id);
    expect(await statusOf()).toBe("inactive");
    await runToEnd(acme, id);
    expect(await statusOf()).toBe("inactive");
    host.installation = "active";
    expect(await runToEnd(acme, id)).toMatchObject({ status: "completed", artifacts_count: 1 });
    expect(await statusOf()).toBe("active");
    const accepted = await deliver(system, acme.id, {
      secret,
      payload: push((await acme.member("GET", `/connections/${id}`)).body.installation_id),
    });
    expect(accepted.body.status).toBe("accepted");
    const { items } = (await acme.org("GET", `/tenant/audit?resource_id=${id}`)).body;
    expect(items.map(({ action }: { action: string }) => action)).toContain(
      "connection.reauthorized",
    );
  });

  test("a connection whose installation moved to another tenant stays inactive, whatever its runs find", async () => {
    host.repositories = [{ id: 1, full_name: "acme/t", files: { "requirements.txt": "torch" } }];
    const squatted = await connectSourcehost(acme);
    const owner = await newTenant(system, "Owner");
    const refused = await owner.org("POST", "/connections", {
      provider: "sourcehost",
      subtype: null,
      display_name: "Ours",
      installation_id: squatted.installation_id,
    });
    expect(refused.status).toBe(409);
    await deliver(system, owner.id, { secret, payload: push(squatted.installation_id) });
    const statusOf = async () =>
      (await acme.member("GET", `/connections/${squatted.id}`)).body.status;
    expect(await statusOf()).toBe("inactive");
    expect((await runToEnd(acme, squatted.id)).status).toBe("completed");
    expect(await statusOf()).toBe("inactive");
  });

  test("a rate limit or a fault while requesting the token does not count as a refusal of the installation", async () => {
    host.repositories = [{ id: 1, full_name: "acme/t", files: { "requirements.txt": "torch" } }];
    const { id } = await connectSourcehost(acme);
    pace = 10;
    const answers = [
      { status: 502, body: "Bad gateway" },
      {
        status: 403,
        body: { message: "You have exceeded a secondary rate limit" },
        headers: { "retry-after": "1" },
      },
    ];
    host.fault = (path) => (path.endsWith("/access_tokens") ? (answers.pop() ?? null) : null);
    expect(await runToEnd(acme, id)).toMatchObject({ status: "completed", artifacts_count: 1 });
    expect(answers).toEqual([]);
    expect((await acme.member("GET", `/connections/${id}`)).body.status).toBe("active");
    host.fault = () => ({
      status: 403,
      body: { message: "API rate limit exceeded" },
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" },
    });
    const refused = await acme.org("POST", `/connections/${id}/reauthorize`);
    expect(refused.body).toMatchObject({ upstream_code: "rate_limited", hint: expect.any(String) });
    expect((await acme.member("GET", `/connections/${id}`)).body.status).toBe("active");
  });

  test("a token that the host no longer accepts is renewed once", async () => {
    host.repositories = [{ id: 1, full_name: "acme/t", files: { "requirements.txt": "torch" } }];
    const { id } = await connectSourcehost(acme);
    host.fault = (path) => {
      if (path.includes("/git/trees/") && host.tokens.size > 0 && host.paths.get(path) === 1)
        host.tokens.clear();
      return null;
    };
    expect(await runToEnd(acme, id)).toMatchObject({ status: "completed", artifacts_count: 1 });
  });
});

test("Home's counts match the artifacts that were found, are gone and came back", async () => {
  expect(await expectKeptCounts(system)).toBeGreaterThan(0);
});
