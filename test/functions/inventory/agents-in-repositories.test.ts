import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { allOf, runToEnd } from "#test/support/cloudc-fixture.ts";
import { type RepositoryServer, startRepositories } from "#test/support/repository-server.ts";
import { rsaPem } from "#test/support/rsa-key.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const SECRET = "sk-live-0123456789abcdef-never-stored";
/** A secret that only the name beside it gives away. */
const PLAIN = "3f9c0123456789abcdef";

let host: RepositoryServer;
let system: TestSystem;
let tenant: TestTenant;
let connectionId: string;
beforeAll(async () => {
  host = await startRepositories();
  system = await startTestSystem({
    settings: { SOURCEHOST_APP_ID: "314159", SOURCEHOST_API_URL: host.url },
  });
  await system.admin("POST", "/admin/setup/sourcehost-app/private-key", {
    private_key_pem: rsaPem(),
  });
});
afterAll(() => Promise.all([system.close(), host.close()]));
beforeEach(async () => {
  tenant = await newTenant(system);
  connectionId = (await connectSourcehost(tenant)).id;
  host.fault = null;
});

/** The usual ways to write a credential into a configuration. */
const revealing = {
  header: {
    args: ["mcp-remote", "https://x.example", "--header", `Authorization: Bearer ${PLAIN}`],
  },
  joinedHeader: { args: ["mcp-remote", `--header=X-Api-Key: ${PLAIN}`] },
  option: { args: ["run", "-e", "GITHUB_PERSONAL_ACCESS_TOKEN=ghp_0123456789abcdef", "img"] },
  joinedOption: { args: ["run", `--env=API_KEY=${PLAIN}`, "img"] },
  token: { args: ["run", "-e", "GITHUB_PAT=ghp_0123456789abcdef", "img"] },
  address: { env: { DATABASE_URL: `postgres://u:${PLAIN}@db.example/app` } },
};

/** The same with references, and values that are no secrets. */
const careful = {
  reference: { args: ["--header", `Authorization:\${TOKEN}`, "-e", "API_KEY=$KEY", "-e", "TOKEN"] },
  plain: { args: ["-e", "MODE=production", "--url=https://x.example/?a=b", "Accept: text/html"] },
  addressOfReference: { env: { DATABASE_URL: `postgres://u:\${PASSWORD}@db.example/app` } },
};

const files = {
  ".mcp.json": JSON.stringify({
    mcpServers: {
      search: { command: "/usr/bin/npx", args: ["-y", "thing", `--api-key=${SECRET}`] },
      remote: { url: "https://mcp.example.com/sse", headers: { Authorization: "Bearer $TOKEN" } },
    },
  }),
  ".vscode/mcp.json": `{
    // comments are usual here, and "this: is none"
    "servers": { "files": { "command": "node", "env": { "API_TOKEN": "${SECRET}" }, }, /* last */ },
  }`,
  "claude_desktop_config.json": JSON.stringify({ mcpServers: { ...revealing, ...careful } }),
  "tools/mcp.json": '{"mcpServers":{"search":{"command":"uvx"}}}',
  "registry/server.json": JSON.stringify({
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: "io.example/weather",
    remotes: [{ type: "streamable-http", url: "https://weather.example.com/mcp" }],
  }),
  "web/server.json": '{"port": 8080}',
  "AGENTS.md": "Do this.",
  "pkg/deep/AGENTS.md": "Do that.",
  "CLAUDE.md": "Be brief.",
  ".github/copilot-instructions.md": "x",
  ".cursor/rules/style.mdc": "x",
  "node_modules/x/AGENTS.md": "not ours",
  "weights/model.safetensors": "x".repeat(1_000_000),
  "weights/pointer.gguf": "version https://git-lfs.github.com/spec/v1",
  "docker-compose.yml":
    "environment:\n  URL: https://api.openai.com/v1\n  AZ: acme.openai.azure.com\n",
  "package.json": '{"config":{"at":"https://bedrock-runtime.eu-west-1.amazonaws.com"}}',
};

const found = async () =>
  new Map(
    (await allOf(tenant.member, `/artifacts?connection_id=${connectionId}`)).map((one) => [
      `${one.kind} ${one.provider_ref}`,
      one,
    ]),
  );

test("MCP servers, agents and model files of a repository are artifacts of their own", async () => {
  host.repositories = [{ id: 1, full_name: "acme/app", files }];
  const run = await runToEnd(tenant, connectionId);
  expect(run.coverage).toEqual([expect.objectContaining({ status: "complete" })]);
  const all = await found();
  expect([...all.keys()].sort()).toEqual(
    [
      "repository acme/app",
      "mcp_server acme/app:.mcp.json#search",
      "mcp_server acme/app:.mcp.json#remote",
      "mcp_server acme/app:.vscode/mcp.json#files",
      ...[...Object.keys(revealing), ...Object.keys(careful)].map(
        (name) => `mcp_server acme/app:claude_desktop_config.json#${name}`,
      ),
      "mcp_server acme/app:tools/mcp.json#search",
      "mcp_server acme/app:registry/server.json#io.example/weather",
      "agent acme/app:AGENTS.md",
      "agent acme/app:pkg/deep/AGENTS.md",
      "agent acme/app:CLAUDE.md",
      "agent acme/app:.github/copilot-instructions.md",
      "agent acme/app:.cursor/rules/style.mdc",
      "model_file acme/app:weights/model.safetensors",
    ].sort(),
  );
  expect(all.get("mcp_server acme/app:.mcp.json#search")).toMatchObject({
    name: "search",
    details: { command: "npx", host: null, has_secrets: true },
  });
  expect(all.get("mcp_server acme/app:.mcp.json#remote")?.details).toMatchObject({
    host: "mcp.example.com",
    has_secrets: false,
  });
  expect(all.get("mcp_server acme/app:.vscode/mcp.json#files")?.details.has_secrets).toBe(true);
  const having = [...all.values()]
    .filter(({ provider_ref, details }) => /_config/.test(provider_ref) && details.has_secrets)
    .map(({ name }) => name);
  expect(having.sort()).toEqual(Object.keys(revealing).sort());
  expect(all.get("agent acme/app:AGENTS.md")?.name).toBe("AGENTS.md");
  expect(all.get("model_file acme/app:weights/model.safetensors")?.details.size).toBe(1_000_000);
  expect(all.get("repository acme/app")?.details.hosted_endpoints).toEqual([
    "acme.openai.azure.com",
    "api.openai.com",
    "bedrock-runtime.eu-west-1.amazonaws.com",
  ]);
  const models = [...host.paths.keys()].filter((path) => path.includes("safetensors"));
  expect(models).toEqual([]);
  const table = JSON.stringify(await scanTable(system));
  for (const secret of [SECRET, PLAIN]) expect(table).not.toContain(secret);
  expect(system.rawLines.join("\n")).not.toContain(SECRET);
});

test("a configuration that cannot be read is named, and nothing that it held is retired", async () => {
  const broken = ["{ not json", "[1]", "", `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`];
  const each = (textOf: (i: number) => string) =>
    broken.map((_, i) => ({
      id: i + 1,
      full_name: `acme/app${i}`,
      files: { ".mcp.json": textOf(i) },
    }));
  const retired = async () => {
    const all = await found();
    return broken.map((_, i) => all.get(`mcp_server acme/app${i}:.mcp.json#search`)?.retired_at);
  };
  host.repositories = each(() => files[".mcp.json"]);
  await runToEnd(tenant, connectionId);
  host.repositories = each((i) => broken[i] ?? "");
  const run = await runToEnd(tenant, connectionId);
  for (const [i] of broken.entries()) {
    expect(run.coverage).toContainEqual(
      expect.objectContaining({
        location: `acme/app${i}`,
        status: "partial",
        code: "unreadable_config",
        hint: expect.stringMatching(/mend/),
      }),
    );
  }
  expect(await retired()).toEqual(broken.map(() => null));
  host.repositories = each(() => "{}");
  await runToEnd(tenant, connectionId);
  expect(await retired()).toEqual(broken.map(() => expect.any(String)));
});

test("a renamed repository keeps its servers; a failing one loses none", async () => {
  const one = (full_name: string) => [
    { id: 7, full_name, files: { "mcp.json": files["tools/mcp.json"] } },
  ];
  host.repositories = one("acme/old");
  await runToEnd(tenant, connectionId);
  host.repositories = one("acme/new");
  await runToEnd(tenant, connectionId);
  expect([...(await found()).keys()].sort()).toEqual([
    "mcp_server acme/new:mcp.json#search",
    "repository acme/new",
  ]);
  host.fault = (path) => (path.includes("/trees/") ? { status: 451, body: {} } : null);
  await runToEnd(tenant, connectionId);
  expect((await found()).get("mcp_server acme/new:mcp.json#search")?.retired_at).toBeNull();
});

test("names of servers are data: hidden characters, members of plain objects, thousands of them", async () => {
  const odd = {
    __proto__x: {},
    constructor: { command: "a; rm -rf /" },
    "\u202eevil": { url: "x" },
  };
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`s${i}`, {}]));
  const configs = Array.from({ length: 26 }, (_, i) => [`d${i}/.mcp.json`, "{}"]);
  host.repositories = [
    { id: 8, full_name: "acme/odd", files: { ".mcp.json": JSON.stringify({ mcpServers: odd }) } },
    { id: 9, full_name: "acme/many", files: { ".mcp.json": JSON.stringify({ mcpServers: many }) } },
    { id: 10, full_name: "acme/spread", files: Object.fromEntries(configs) },
    { id: 11, full_name: "acme/huge", files: { "package.json": " ".repeat(400_001) } },
  ];
  const run = await runToEnd(tenant, connectionId);
  expect(run.status).toBe("completed");
  for (const [location, code, hint] of [
    ["acme/many", "too_many_artifacts", /300 .* split it/i],
    ["acme/spread", "too_many_files", /25 .* split it/i],
    ["acme/huge", "file_too_large", /400 kB: split it/],
  ] as const) {
    const named = { location, status: "partial", code, hint: expect.stringMatching(hint) };
    expect(run.coverage).toContainEqual(expect.objectContaining(named));
  }
  const all = [...(await found()).values()].filter(({ kind }) => kind === "mcp_server");
  const names = all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["constructor", "\u202eevil"]));
  expect(all.filter(({ provider_ref }) => provider_ref.startsWith("acme/many:"))).toHaveLength(300);
  expect(all.find(({ name }) => name === "constructor")?.details.command).toBeNull();
});

test("after a person withdraws an answer, the next run restores the extractor's fact", async () => {
  await tenant.org("PATCH", "/tenant/settings/extractor", { chain: [{ provider: "mock" }] });
  const asked = { "mcp.json": files["tools/mcp.json"] };
  host.repositories = [{ id: 12, full_name: "acme/asked", files: asked }];
  const server = async () => {
    await runToEnd(tenant, connectionId);
    return (await found()).get("mcp_server acme/asked:mcp.json#search");
  };
  const before = await server();
  const fact = { value: true, source: "extractor" };
  expect(before?.classification.facts.is_ai_system).toMatchObject(fact);
  for (const is_ai_system of [false, null]) {
    const body = { answers: { is_ai_system }, reason: "It is a list." };
    const { status } = await tenant.org("PUT", `/artifacts/${before?.id}/classification`, body);
    expect(status).toBe(200);
  }
  expect((await server())?.classification.facts.is_ai_system).toMatchObject(fact);
});
