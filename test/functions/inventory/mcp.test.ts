import { randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { noteSweep, sampled, sized } from "#test/support/full-size.ts";
import { type InventoryTenant, inventoryTenant } from "#test/support/inventory-fixture.ts";
import { type OneOfEach, oneOfEach } from "#test/support/one-of-each.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import type { TestTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem();
let each: OneOfEach;
let tenant: TestTenant;
let other: InventoryTenant;
let artifactId: string;
beforeAll(async () => {
  each = await oneOfEach(system);
  ({ tenant } = each);
  other = await inventoryTenant(system);
  artifactId = argumentsOf("getArtifact").id ?? "";
  await tenant.org("PATCH", "/tenant/settings/mcp", { enabled: true });
});

const tokenOf = (org_role: "admin" | "member", of: TestTenant) =>
  system.token({ tenant_id: of.id, org_role, sub: randomUUID() });

/** An agent of a new person. */
async function agentOf(org_role: "admin" | "member", of: TestTenant = tenant) {
  const token = await tokenOf(org_role, of);
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${system.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  // biome-ignore lint/suspicious/noExplicitAny: its optional members are not exact
  await client.connect(transport as any);
  return client;
}

/** The arguments with which an operation asks for what is there, by the names of its parameters. */
function argumentsOf(id: string): Record<string, string> {
  const route = allRoutes.find((one) => one.id === id) as Route;
  const { pathname, searchParams } = new URL(each.pathOf(route), system.baseUrl);
  const values = pathname.split("/");
  const inPath = route.path
    .split("/")
    .flatMap((part, i) => (part.startsWith("{") ? [[part.slice(1, -1), values[i] ?? ""]] : []));
  return { ...Object.fromEntries(inPath), ...Object.fromEntries(searchParams) };
}

const nextMinute = async () => {
  const now = Date.parse(await system.advance(0)) / 1000;
  await system.advance(60 - Math.floor(now % 60));
};

interface Described {
  type?: string;
  enum?: string[];
  minimum?: number;
  format?: string;
  pattern?: string;
  anyOf?: Described[];
}

/** A value that fits what a tool's description says about an argument. */
function describedValue({
  type,
  enum: words,
  minimum,
  format,
  pattern,
  anyOf,
}: Described): unknown {
  if (anyOf?.[0] !== undefined) return describedValue(anyOf[0]);
  if (words !== undefined) return words[0];
  if (type === "integer") return minimum ?? 1;
  if (type === "boolean") return true;
  if (format === "date-time") return "2026-11-20T10:15:30.123Z";
  if (format === "date") return "2026-11-20";
  if (format === "uuid") return randomUUID();
  return pattern === undefined ? "x" : fc.sample(fc.stringMatching(new RegExp(pattern, "u")), 1)[0];
}

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content[0]?.text ?? "";

describe("the official client", () => {
  test.each(["admin", "member"] as const)(
    "lists the tools of an %s, and no others",
    async (role) => {
      const client = await agentOf(role);
      const { tools } = await client.listTools();
      const expected = allRoutes.filter(
        ({ method, access, responses }) =>
          method === "GET" &&
          (["user", "signed_in"].includes(access) || (access === "org" && role === "admin")) &&
          responses[200]?.schema !== undefined,
      );
      expect(tools.map(({ name }) => name).sort()).toEqual(expected.map(({ id }) => id).sort());
      for (const { annotations } of tools)
        expect(annotations).toMatchObject({ readOnlyHint: true });
      await client.close();
    },
  );

  test("every tool answers with the arguments that its own description gives", async () => {
    const lister = await agentOf("admin");
    const { tools } = await lister.listTools();
    await lister.close();
    // By default, every third of them.
    for (const { name, inputSchema } of sampled(tools, 3)) {
      const client = await agentOf("admin");
      const given = argumentsOf(name);
      const required = Object.fromEntries(
        (inputSchema.required ?? []).map((one) => [one, given[one]]),
      );
      const plain = await client.callTool({ name, arguments: required });
      expect([name, plain.isError, textOf(plain)]).toEqual([name, false, textOf(plain)]);
      const optional = Object.entries(inputSchema.properties ?? {}).filter(
        // A cursor must come from an earlier answer.
        ([one]) => required[one] === undefined && one !== "cursor",
      );
      for (const [one, schema] of optional) {
        const value = describedValue(schema);
        const answer = await client.callTool({ name, arguments: { ...required, [one]: value } });
        expect([name, one, value, textOf(answer)]).not.toEqual([
          name,
          one,
          value,
          expect.stringContaining("validation_failed"),
        ]);
      }
      await client.close();
    }
    noteSweep("MCP: tools, each called with each of its arguments", tools.length);
  });

  test("reads what the API answers, with its parameters", async () => {
    const client = await agentOf("member");
    const result = await client.callTool({ name: "getArtifact", arguments: { id: artifactId } });
    const { body } = await tenant.member("GET", `/artifacts/${artifactId}`);
    expect(JSON.parse(textOf(result))).toEqual(body);
    const list = await client.callTool({
      name: "listArtifacts",
      arguments: { limit: 1, kind: "agent" },
    });
    expect(JSON.parse(textOf(list))).toEqual({ items: [], next_cursor: null });
    await client.close();
  });

  test("gets no other tenant's things, no writes and nothing that is not listed", async () => {
    const client = await agentOf("member", tenant);
    await other.org("PATCH", "/tenant/settings/mcp", { enabled: true });
    const stranger = await agentOf("admin", other);
    const result = await stranger.callTool({ name: "getArtifact", arguments: { id: artifactId } });
    expect([result.isError, JSON.parse(textOf(result)).code]).toEqual([true, "not_found"]);
    for (const name of [
      "decideClassification",
      "createTenant",
      "getTenantUsage",
      "listAudit",
      "x",
    ]) {
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/no such tool/);
    }
    await Promise.all([client.close(), stranger.close()]);
  });

  test("calls the operation that it names and no other, whatever the arguments", async () => {
    const client = await agentOf("admin");
    /** The operations that were called, except those that an agent calls by itself. */
    const called = () =>
      system.lines.filter(
        ({ operation }) => operation !== undefined && !/Mcp$/.test(`${operation}`),
      );
    const before = called().length;
    const ids = [
      "export",
      "Export",
      "questions",
      "../tenant/usage",
      "a/b",
      "",
      ".",
      "%2e%2e",
      "?x=1",
    ];
    for (const name of ["getArtifact", "getConnection", "getTenantWebhookEndpoint"]) {
      for (const id of ids) {
        const call = client.callTool({ name, arguments: { id } });
        await expect(call, `${name} ${id}`).rejects.toThrow(/Not valid: id\./);
      }
    }
    for (const [wrong, fault] of [
      [{ id: artifactId, also: 1 }, /also: is not known/],
      [{}, /Not valid: id/],
      [{ id: [artifactId] }, /texts, numbers and booleans/],
      [{ id: "\ud800" }, /well-formed Unicode/],
    ] as const) {
      const call = client.callTool({ name: "getArtifact", arguments: wrong });
      await expect(call).rejects.toThrow(fault);
    }
    expect(called()).toHaveLength(before);
    await client.close();
  });
});

test("each call is one row that names the tool and the person", async () => {
  const client = await agentOf("member", other);
  const rows = async () =>
    (await other.org("GET", "/tenant/audit?action=tenant.tool_called&limit=200")).body.items.filter(
      ({ action }: { action: string }) => action === "tenant.tool_called",
    );
  const before = (await rows()).length;
  await client.callTool({ name: "listArtifacts", arguments: {} });
  const after = await rows();
  expect(after).toHaveLength(before + 1);
  expect(after).toContainEqual(
    expect.objectContaining({ context: { tool: "listArtifacts" }, actor_type: "user" }),
  );
  await client.close();
});

test("a person's agents may send 60 messages a minute, and another person's agents as many", async () => {
  const rushed = system.api(await tokenOf("member", tenant));
  const calm = system.api(await tokenOf("member", tenant));
  const list = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listArtifacts" } };
  await nextMinute();
  const sent = sized(120, 66);
  const answers = await Promise.all(
    Array.from({ length: sent }, () => rushed("POST", "/mcp", list)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([
    60,
    sent - 60,
  ]);
  expect(refused[0]?.body.code).toBe("rate_limited");
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await calm("POST", "/mcp", list)).status).toBe(200);
  await nextMinute();
  expect((await rushed("POST", "/mcp", list)).status).toBe(200);
});

describe("the door", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

  test("is closed until an org admin opens it, and once it is shut again", async () => {
    const fresh = await inventoryTenant(system);
    expect((await fresh.member("POST", "/mcp", ping)).status).toBe(404);
    const patch = (enabled: unknown) => fresh.org("PATCH", "/tenant/settings/mcp", { enabled });
    expect((await fresh.member("PATCH", "/tenant/settings/mcp", { enabled: true })).status).toBe(
      403,
    );
    expect((await patch("yes")).status).toBe(400);
    expect((await patch(false)).body).toEqual({ enabled: false });
    expect((await patch(true)).body).toEqual({ enabled: true });
    await patch(true);
    expect((await fresh.member("POST", "/mcp", ping)).body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {},
    });
    await patch(false);
    expect((await fresh.member("POST", "/mcp", ping)).status).toBe(404);
    const rows = (await fresh.org("GET", "/tenant/audit")).body.items.filter(
      ({ action }: { action: string }) => action === "tenant.mcp.updated",
    );
    expect(rows).toHaveLength(2);
  });

  test("takes only POST, and nothing from a foreign page", async () => {
    for (const method of ["GET", "DELETE"]) {
      const { status, headers } = await system.api()(method, "/mcp");
      expect([status, headers.get("allow")]).toEqual([405, "POST"]);
    }
    const foreign = { origin: "https://evil.example" };
    expect((await tenant.member("POST", "/mcp", ping, foreign)).status).toBe(403);
    const own = { origin: new URL(system.baseUrl).origin };
    expect((await tenant.member("POST", "/mcp", ping, own)).status).toBe(200);
  });

  test("accepts a message that is no question silently, and refuses what is no message", async () => {
    const post = (body: unknown) => tenant.member("POST", "/mcp", body);
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
    expect((await post({ jsonrpc: "2.0", id: 7, method: "resources/list" })).body.error.code).toBe(
      -32_601,
    );
    for (const body of [[ping], { id: 1, method: "ping" }, "ping", null]) {
      expect((await post(body)).status).toBe(400);
    }
    const odd = { name: "listArtifacts", arguments: { limit: { $gt: 1 } } };
    const answer = await post({ jsonrpc: "2.0", id: 8, method: "tools/call", params: odd });
    expect(answer.body.error.code).toBe(-32_602);
  });

  test("is described to clients that have no token yet", async () => {
    const { status, body } = await system.api()("GET", "/.well-known/oauth-protected-resource/mcp");
    expect([status, body.resource]).toEqual([200, `${system.baseUrl}/mcp`]);
    expect(body.authorization_servers).toEqual([expect.stringMatching(/^https?:/)]);
  });
});
