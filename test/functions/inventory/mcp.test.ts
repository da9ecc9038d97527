import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { noteSweep, sampled } from "#test/support/full-size.ts";
import {
  discoverPush,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem();
let tenant: InventoryTenant;
let other: InventoryTenant;
let artifactId: string;
let runId: string;
beforeAll(async () => {
  tenant = await inventoryTenant(system);
  other = await inventoryTenant(system);
  const found = await discoverPush(system, tenant, "acme/ranking");
  artifactId = found.artifact.id;
  runId = found.run.id;
  await tenant.org("PATCH", "/tenant/settings/mcp", { enabled: true });
});

async function agentOf(org_role: "admin" | "member", of = tenant) {
  const token = await system.token({ tenant_id: of.id, org_role });
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${system.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  // biome-ignore lint/suspicious/noExplicitAny: its optional members are not exact
  await client.connect(transport as any);
  return client;
}

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content[0]?.text ?? "";

/** A value for each parameter that a tool requires. */
const valueFor = (tool: string, name: string): string => {
  if (name === "run_id") return runId;
  return tool.includes("Artifact") || tool === "getRegistration" ? artifactId : tenant.connectionId;
};

describe("the official client", () => {
  test.each(["admin", "member"] as const)(
    "lists every tool of an %s, which answer when called",
    async (role) => {
      const client = await agentOf(role);
      const { tools } = await client.listTools();
      const expected = allRoutes.filter(
        ({ method, access, responses }) =>
          method === "GET" &&
          (access === "user" || (access === "org" && role === "admin")) &&
          responses[200]?.schema !== undefined,
      );
      expect(tools.map(({ name }) => name).sort()).toEqual(expected.map(({ id }) => id).sort());
      // A member's are an admin's too.
      for (const { name, inputSchema, annotations } of sampled(tools, role === "admin" ? 1 : 5)) {
        expect(annotations).toMatchObject({ readOnlyHint: true });
        const required = inputSchema.required ?? [];
        const args = Object.fromEntries(required.map((one) => [one, valueFor(name, one)]));
        const result = await client.callTool({ name, arguments: args });
        const body = JSON.parse(textOf(result));
        if (result.isError) expect([name, body.status]).toEqual([name, expect.any(Number)]);
        expect([name, body.status === 500]).toEqual([name, false]);
      }
      await client.close();
      noteSweep(`MCP: tools of ${role}, each called`, tools.length);
    },
  );

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
    for (const id of ["../tenant/usage", "a/b", "", "%2e%2e", "?x=1"]) {
      await expect(client.callTool({ name: "getArtifact", arguments: { id } })).rejects.toThrow();
    }
    await Promise.all([client.close(), stranger.close()]);
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

describe("the door", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

  test("is closed until an org admin opens it, and again when it is shut", async () => {
    const fresh = await inventoryTenant(system);
    expect((await fresh.member("POST", "/mcp", ping)).status).toBe(404);
    const patch = (enabled: unknown) => fresh.org("PATCH", "/tenant/settings/mcp", { enabled });
    expect((await fresh.member("PATCH", "/tenant/settings/mcp", { enabled: true })).status).toBe(
      403,
    );
    expect((await patch("yes")).status).toBe(400);
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

  test("takes POST only, from no foreign page", async () => {
    for (const method of ["GET", "DELETE"]) {
      expect((await system.api()(method, "/mcp")).status).toBe(405);
    }
    const foreign = { origin: "https://evil.example" };
    expect((await tenant.member("POST", "/mcp", ping, foreign)).status).toBe(403);
    const own = { origin: new URL(system.baseUrl).origin };
    expect((await tenant.member("POST", "/mcp", ping, own)).status).toBe(200);
  });

  test("takes what is no question silently, and what is no message not at all", async () => {
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

  test("is described for who has no token yet", async () => {
    const { status, body } = await system.api()("GET", "/.well-known/oauth-protected-resource/mcp");
    expect([status, body.resource]).toEqual([200, `${system.baseUrl}/mcp`]);
    expect(body.authorization_servers).toEqual([expect.stringMatching(/^https?:/)]);
  });
});
