import { expect, test } from "vitest";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem({ functions: "deployed" });

test("a new tenant can be read and listed", async () => {
  const { status, body } = await system.admin("POST", "/admin/tenants", { name: "  Acme  " });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: "Acme" });
  expect((await system.admin("GET", `/admin/tenants/${body.id}`)).body).toEqual(body);
  const other = (await system.admin("POST", "/admin/tenants", { name: "Globex" })).body;
  const first = (await system.admin("GET", "/admin/tenants?limit=1")).body;
  expect(first.items).toEqual([body]);
  const second = (await system.admin("GET", `/admin/tenants?limit=1&cursor=${first.next_cursor}`))
    .body;
  expect(second).toEqual({ items: [other], next_cursor: null });
});

test("only a platform admin creates or sees tenants", async () => {
  const org = system.api(await system.token({ tenant_id: crypto.randomUUID(), org_role: "admin" }));
  for (const [method, path] of [
    ["POST", "/admin/tenants"],
    ["GET", "/admin/tenants"],
    ["GET", `/admin/tenants/${crypto.randomUUID()}`],
  ] as const) {
    expect((await org(method, path, method === "POST" ? { name: "x" } : undefined)).status).toBe(
      403,
    );
  }
});

test("a tenant without a name, or with unknown fields, is refused with every fault", async () => {
  const { status, body } = await system.admin("POST", "/admin/tenants", { name: " ", nmae: "x" });
  expect(status).toBe(400);
  expect(body.errors.map((fault: { path: string }) => fault.path).sort()).toEqual(["name", "nmae"]);
});

test("an unknown tenant is not found", async () => {
  for (const id of [crypto.randomUUID(), "acme"]) {
    expect((await system.admin("GET", `/admin/tenants/${id}`)).status).toBe(404);
  }
});
