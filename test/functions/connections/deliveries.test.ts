import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sha256Hex } from "#shared/domain/canonical.ts";
import {
  provisionedSecret as eventbusSecret,
  newCustomer,
  send,
} from "#test/support/eventbus-fixture.ts";
import { createEndpoint } from "#test/support/sample-events.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";
import { putItems } from "#test/support/table-attack.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
let secret: string;
beforeAll(async () => {
  secret = await provisionedSecret(system);
});

const outcomesOf = (items: { outcome: string; reason: string | null }[]) =>
  items.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`));

describe("a connection's deliveries", () => {
  test("are listed newest first, each with its outcome and reason", async () => {
    const tenant = await newTenant(system);
    const { id, installation_id } = await connectSourcehost(tenant);
    const of = (payload: object, more = {}) =>
      deliver(system, tenant.id, { secret, payload, ...more });
    const first = randomUUID();
    const accepted = await of(push(installation_id), { id: first });
    await of({ zen: "x" }, { event: "ping" });
    await of(push(installation_id), { id: first });
    await of(push(installation_id, { ref: "refs/heads/topic" }));
    await of(push(installation_id), { secret: "forged" });
    await of(push(7));
    const path = `/connections/${id}/deliveries`;
    const { items } = (await tenant.org("GET", path)).body;
    expect(outcomesOf(items).sort()).toEqual(
      [
        "accepted",
        "ignored: ping",
        "duplicate",
        "ignored: non_default_branch",
        "rejected: no_match",
        "ignored: connection_not_found",
      ].sort(),
    );
    const times = items.map(({ received_at }: { received_at: string }) => received_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(items).toContainEqual({
      delivery_id: first,
      received_at: expect.any(String),
      event: "push",
      scope: "push",
      outcome: "accepted",
      reason: null,
      job_id: accepted.body.job_id,
      payload_digest: sha256Hex(JSON.stringify(push(installation_id))),
    });
    for (const { payload_digest } of items) expect(payload_digest).toMatch(/^[0-9a-f]{64}$/);
    const rejected = (await tenant.org("GET", `${path}?outcome=rejected`)).body.items;
    expect(outcomesOf(rejected)).toEqual(["rejected: no_match"]);
    const [{ received_at }] = rejected;
    const since = await tenant.org("GET", `${path}?outcome=rejected&from=${received_at}`);
    expect(outcomesOf(since.body.items)).toEqual(["rejected: no_match"]);
    const after = new Date(Date.parse(received_at) + 1).toISOString();
    const later = await tenant.org("GET", `${path}?outcome=rejected&from=${after}`);
    expect(later.body.items).toEqual([]);
    expect((await tenant.member("GET", path)).status).toBe(403);
    const other = await newTenant(system);
    expect((await other.org("GET", path)).status).toBe(404);
  });

  test("are listed for an event bus too, including those from other accounts", async () => {
    const key = await eventbusSecret(system);
    const customer = await newCustomer(system);
    const event = createEndpoint();
    await send(system, customer.id, { event, secrets: [key] });
    await send(system, customer.id, { event, secrets: [key] });
    const strange = { ...createEndpoint(), account: "999900001111" };
    await send(system, customer.id, { event: strange, secrets: [key] });
    const path = `/connections/${customer.connectionId}/deliveries`;
    const { items } = (await customer.org("GET", path)).body;
    expect(outcomesOf(items).sort()).toEqual([
      "accepted",
      "account_mismatch: account_mismatch",
      "duplicate",
    ]);
    const refused = (await customer.org("GET", `${path}?outcome=refused`)).body.items;
    expect(outcomesOf(refused)).toEqual(["account_mismatch: account_mismatch"]);
    const all = await system.admin(
      "GET",
      `/admin/webhook-deliveries?tenant_id=${customer.id}&channel=cloudb_eventbus&outcome=accepted`,
    );
    expect(all.body.items).toMatchObject([
      {
        tenant_id: customer.id,
        connection_id: customer.connectionId,
        channel: "cloudb_eventbus",
        delivery_id: event.id,
      },
    ]);
  });

  test("are paged across all tenants, with no duplicates and no gaps", async () => {
    const tenant = await newTenant(system);
    const { installation_id } = await connectSourcehost(tenant);
    const ids = Array.from({ length: 7 }, () => randomUUID());
    for (const id of ids) {
      await deliver(system, tenant.id, { secret, id, payload: push(installation_id) });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? "" : `&cursor=${cursor}`;
      const path = `/admin/webhook-deliveries?tenant_id=${tenant.id}&limit=3${next}`;
      const { body } = await system.admin("GET", path);
      seen.push(...body.items.map((item: { delivery_id: string }) => item.delivery_id));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect((await system.admin("GET", "/admin/webhook-deliveries")).body.items[0].tenant_id).toBe(
      tenant.id,
    );
  });
});

test("a connection shows its last run, and platform admins see every tenant's", async () => {
  const tenant = await newTenant(system);
  const { id } = await connectSourcehost(tenant);
  const run = (await tenant.member("POST", `/connections/${id}/discovery-runs`)).body;
  const last_run = {
    id: run.id,
    kind: "full",
    trigger: "manual",
    status: "queued",
    created_at: run.created_at,
    finished_at: null,
  };
  expect((await tenant.member("GET", `/connections/${id}`)).body.last_run).toEqual(last_run);
  const all = (await system.admin("GET", `/admin/connections?tenant_id=${tenant.id}`)).body.items;
  expect(all).toMatchObject([{ id, last_run }]);
  const runs = await system.admin("GET", `/admin/discovery-runs?tenant_id=${tenant.id}`);
  expect(runs.body.items).toMatchObject([{ id: run.id, tenant_id: tenant.id }]);
  const failed = `/admin/discovery-runs?tenant_id=${tenant.id}&status=failed`;
  expect((await system.admin("GET", failed)).body.items).toEqual([]);
});

test("platform admins list every tenant's connections, filtered by provider and status", async () => {
  const tenant = await newTenant(system);
  await connectSourcehost(tenant);
  const of = async (query: string) =>
    (await system.admin("GET", `/admin/connections?tenant_id=${tenant.id}&${query}`)).body.items;
  expect(await of("provider=sourcehost&status=active")).toHaveLength(1);
  expect(await of("provider=cloudc")).toEqual([]);
  expect(await of("status=inactive")).toEqual([]);
  expect((await tenant.org("GET", "/admin/connections")).status).toBe(403);
});

test("a deleted connection's artifacts are retired, its runs stay", async () => {
  const tenant = await newTenant(system);
  const { id, installation_id } = await connectSourcehost(tenant);
  const { body } = await deliver(system, tenant.id, { secret, payload: push(installation_id) });
  await system.api()("POST", "/_local/schedules/discovery-tick/run");
  const path = `/artifacts?connection_id=${id}`;
  expect((await tenant.member("GET", path)).body.items).toMatchObject([{ retired_at: null }]);
  expect((await tenant.org("DELETE", `/connections/${id}`)).status).toBe(204);
  for (const list of [path, "/artifacts"]) {
    const { items } = (await tenant.member("GET", list)).body;
    expect(items).toMatchObject([{ connection_id: id, retired_at: expect.any(String) }]);
  }
  expect((await tenant.member("GET", `/discovery-runs/${body.job_id}`)).body.status).toBe(
    "completed",
  );
  const other = await newTenant(system);
  expect((await other.member("GET", path)).status).toBe(404);
  expect((await tenant.member("GET", `/artifacts?connection_id=${randomUUID()}`)).status).toBe(404);
});

describe("PATCH", () => {
  test("of a connection's name writes one row, and a repetition writes none", async () => {
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    for (const _ of ["first", "again"]) {
      const { status, body } = await tenant.org("PATCH", `/connections/${id}`, {
        display_name: "  Renamed ",
      });
      expect([status, body.display_name]).toEqual([200, "Renamed"]);
    }
    const { items } = (await tenant.org("GET", `/tenant/audit?resource_id=${id}`)).body;
    expect(
      items.map((row: { action: string; context: object }) => [row.action, row.context]),
    ).toEqual([
      ["connection.created", expect.anything()],
      ["connection.updated", { connection_id: id, status: "active", changed: ["display_name"] }],
    ]);
    const refused = await tenant.org("PATCH", `/connections/${id}`, {
      project_ids: ["my-project"],
    });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "project_ids"]);
    expect((await tenant.member("PATCH", `/connections/${id}`, {})).status).toBe(403);
  });

  test("of a tenant's name writes one row, and a repetition writes none", async () => {
    const tenant = await newTenant(system);
    for (const _ of ["first", "again"]) {
      const { status, body } = await system.admin("PATCH", `/admin/tenants/${tenant.id}`, {
        name: "Acme Holding",
      });
      expect([status, body.name]).toEqual([200, "Acme Holding"]);
    }
    const { items } = (await tenant.org("GET", "/tenant/audit?action=tenant.updated")).body;
    expect(items).toMatchObject([{ context: { name: "Acme Holding", previous: "Acme" } }]);
    const unknown = await system.admin("PATCH", `/admin/tenants/${randomUUID()}`, { name: "x" });
    expect(unknown.status).toBe(404);
  });
});

test("a tenant's organisation admins see its audit rows and no other tenant's", async () => {
  const [tenant, other] = [await newTenant(system), await newTenant(system)];
  const { body } = await tenant.org("GET", "/tenant/audit");
  expect(body.items).toMatchObject([{ action: "tenant.created", tenant_id: tenant.id }]);
  const foreign = await tenant.org("GET", `/tenant/audit?resource_id=${other.id}`);
  expect(foreign.body.items).toEqual([]);
  expect((await tenant.member("GET", "/tenant/audit")).status).toBe(403);
});

test("a filtered list is read on past whatever its filter leaves out, until its page is full", async () => {
  const [tenant, other] = [await newTenant(system), await newTenant(system)];
  const own = await connectSourcehost(tenant);
  const resting = await connectSourcehost(tenant);
  const { id } = await connectSourcehost(other);
  const action = { action: "suspend", installation: { id: Number(resting.installation_id) } };
  await deliver(system, tenant.id, { secret, event: "installation", payload: action });
  await deliver(system, tenant.id, { secret, payload: push(own.installation_id) });
  const topic = push(own.installation_id, { ref: "refs/heads/topic" });
  await deliver(system, tenant.id, { secret, payload: topic });
  const run = (await tenant.member("POST", `/connections/${own.id}/discovery-runs`)).body;
  const others = (await other.member("POST", `/connections/${id}/discovery-runs`)).body;

  /** Many copies of an item, all at one end of the lists in which it stands. */
  const copies = (item: unknown, told: { id: string; at: string }, end: string) =>
    Array.from({ length: 250 }, () =>
      JSON.parse(JSON.stringify(item).replaceAll(told.id, randomUUID()).replaceAll(told.at, end)),
    );
  const items = await scanTable(system);
  const connection = items.find(({ pk, sk }) => pk === `CONNECTION#${own.id}` && sk === "META");
  const accepted = items.find(
    ({ delivery }) => delivery?.connection_id === own.id && delivery.outcome === "accepted",
  );
  const {
    gsi1pk: _,
    gsi2pk: __,
    gsi4pk: ___,
    ...ran
  } = items.find((item) => item.run?.id === others.id) as Record<string, unknown>;
  await putItems(system, [
    ...copies(
      connection,
      { id: own.id, at: connection?.connection.created_at },
      "2001-01-01T00:00:00.000Z",
    ),
    ...copies(
      accepted,
      { id: accepted?.delivery.id, at: accepted?.delivery.received_at },
      "2099-01-01T00:00:00.000Z",
    ),
    ...copies(ran, { id: others.id, at: others.created_at }, "2099-01-01T00:00:00.000Z"),
  ]);
  for (const [path, found] of [
    [`/admin/connections?tenant_id=${tenant.id}&status=inactive`, { id: resting.id }],
    [
      `/admin/webhook-deliveries?tenant_id=${tenant.id}&outcome=ignored`,
      { reason: "non_default_branch" },
    ],
    [`/admin/discovery-runs?tenant_id=${tenant.id}&status=queued&limit=1`, { id: run.id }],
  ] as const) {
    const { body } = await system.admin("GET", path);
    expect([path, body.items]).toEqual([path, [expect.objectContaining(found)]]);
  }
});
