import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { shardKeys } from "#shared/store/tombstones.ts";
import { noteKills } from "#test/support/full-size.ts";
import { failing, keepLogLines, killAt, useEnvironmentOf } from "#test/support/in-process.ts";
import { auditRows, deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import type { TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { putItem, putItems, takeBack } from "#test/support/table-attack.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const clock = vi.hoisted(() => ({ offset: 0 }));
vi.mock("#shared/platform/clock.ts", () => ({
  now: () => new Date(Date.now() + clock.offset).toISOString(),
  nowMs: () => Date.now() + clock.offset,
  waitUntil: async () => {},
}));

/* Ticks run in this process against the system's table, so that they can overlap and be cut off. */
const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
beforeAll(async () => {
  useEnvironmentOf(system);
  vi.stubEnv("DISCOVERY_INTERVAL_HOURS", "24");
  keepLogLines();
});
afterAll(() => vi.unstubAllEnvs());

const plentyOfTime = () => 840_000;

async function tick() {
  const { handler } = await import("#functions/discovery/discovery-worker.ts");
  return handler({ "detail-type": "Scheduled Event" } as never, {
    getRemainingTimeInMillis: plentyOfTime,
  });
}

async function advance(seconds: number): Promise<void> {
  clock.offset = Date.parse(await system.advance(seconds)) - Date.now();
}

/** Tokens expire when the clock jumps, so each call signs the admin in again. */
const signedIn = async (): Promise<TestSystem> => ({
  ...system,
  admin: system.api(await system.token({ is_platform_admin: true })),
});
const freshTenant = async () => newTenant(await signedIn());

/** The tenant's tokens expire when the clock jumps, so each call gets a new client. */
const runsOf = async (tenant: TestTenant, connectionId: string) => {
  const api = system.api(await system.token({ tenant_id: tenant.id }));
  return (await api("GET", `/connections/${connectionId}/discovery-runs?limit=200`)).body.items;
};

const triggers = async (tenant: TestTenant, connectionId: string) =>
  (await runsOf(tenant, connectionId)).map((run: { trigger: string; status: string }) => [
    run.trigger,
    run.status,
  ]);

const scheduled = ["schedule", "completed"];

describe("the tick", () => {
  test("starts a full run of a new connection at once, then once in each interval", async () => {
    const tenant = await freshTenant();
    const { id } = await connectSourcehost(tenant);
    await tick();
    expect(await triggers(tenant, id)).toEqual([scheduled]);
    await tick();
    await advance(23.9 * 3600);
    await tick();
    expect(await triggers(tenant, id)).toEqual([scheduled]);
    await advance(0.2 * 3600);
    await tick();
    expect(await triggers(tenant, id)).toEqual([scheduled, scheduled]);
    const [latest] = await runsOf(tenant, id);
    const actions = (await auditRows(await signedIn(), `resource_id=${latest.id}`)).map((row) => [
      row.action,
      row.actor_type,
      row.context.status,
    ]);
    expect(actions).toEqual([
      ["discovery.run.started", "system", "running"],
      ["discovery.run.completed", "system", "completed"],
    ]);
  });

  test("counts a run that a user asked for: the next one is an interval later", async () => {
    const tenant = await freshTenant();
    const { id } = await connectSourcehost(tenant);
    await tick();
    await advance(12 * 3600);
    const member = system.api(await system.token({ tenant_id: tenant.id }));
    expect((await member("POST", `/connections/${id}/discovery-runs`)).status).toBe(202);
    await tick();
    await advance(13 * 3600);
    await tick();
    expect(await triggers(tenant, id)).toEqual([["manual", "completed"], scheduled]);
  });

  test("run several times at once starts one run per connection", async () => {
    const tenant = await freshTenant();
    const connections = await Promise.all([1, 2].map(() => connectSourcehost(tenant)));
    await Promise.all(Array.from({ length: 4 }, tick));
    await tick();
    for (const { id } of connections) expect(await triggers(tenant, id)).toEqual([scheduled]);
  });

  test("interrupted at any call loses no connection and starts none twice", async () => {
    const tenant = await freshTenant();
    let kills = 0;
    // Dying before a call leaves the same state as dying after the previous one.
    for (let nth = 1, reached = true; reached; nth += 1) {
      const { id } = await connectSourcehost(tenant);
      reached = await killAt(nth, "after", tick);
      kills += reached ? 1 : 0;
      await advance(1000);
      await tick();
      await tick();
      expect([nth, await triggers(tenant, id)]).toEqual([nth, [scheduled]]);
    }
    expect(kills).toBeGreaterThanOrEqual(3);
    noteKills("tick", kills);
  });

  test("leaves inactive and deleted connections alone", async () => {
    const tenant = await freshTenant();
    const [deleted, inactive] = [await connectSourcehost(tenant), await connectSourcehost(tenant)];
    expect((await tenant.org("DELETE", `/connections/${deleted.id}`)).status).toBe(204);
    const { setStatus } = await statusOf(inactive.id);
    await setStatus("inactive");
    await tick();
    expect(await triggers(tenant, inactive.id)).toEqual([]);
    await setStatus("active");
    await advance(25 * 3600);
    await tick();
    expect(await triggers(tenant, inactive.id)).toEqual([scheduled]);
  });

  test("passes over a tenant that is being removed, and goes on with the others", async () => {
    const today = await signedIn();
    const secret = await provisionedSecret(today);
    const [gone, other] = [await freshTenant(), await freshTenant()];
    const connections = [await connectSourcehost(gone), await connectSourcehost(other)] as const;
    // More pushes of the removed tenant than are worked on at once wait before the other's.
    for (const [i, count] of [9, 1].entries()) {
      const tenant = [gone, other][i] as TestTenant;
      const payload = push(connections[i]?.installation_id ?? 0);
      for (let n = 0; n < count; n += 1) await deliver(today, tenant.id, { payload, secret });
    }
    for (const key of shardKeys(gone.id)) await putItem(system, key);
    expect(await tick()).toMatchObject({ taken: 9, completed: 2 });
    expect(await triggers(other, connections[1].id)).toEqual([
      scheduled,
      ["sourcehost_webhook", "completed"],
    ]);
    const { readWaiting } = await import("#shared/store/discovery-schedule.ts");
    const waiting = await readWaiting("0001", 100);
    expect(waiting.map(({ connection_id }) => connection_id)).not.toContain(connections[0].id);
    await takeBack(system);
    expect(await tick()).toMatchObject({ taken: 0, completed: 9 });
  });

  test("goes on with the other runs when one cannot be written, and fails at the end", async () => {
    const today = await signedIn();
    const secret = await provisionedSecret(today);
    const tenant = await freshTenant();
    const { id, installation_id } = await connectSourcehost(tenant);
    await tick();
    const payload = push(installation_id);
    for (let n = 0; n < 9; n += 1) await deliver(today, tenant.id, { payload, secret });
    await expect(failing("TransactWriteItemsCommand", tick, "before", 1)).rejects.toThrow(
      "TransactWriteItemsCommand fails here",
    );
    const states = (await triggers(tenant, id)).map(([, status]: [string, string]) => status);
    expect(states.toSorted()).toEqual([...Array(9).fill("completed"), "queued"]);
    await tick();
  });

  test("goes on with the other connections when the run of one cannot be started, and fails at the end", async () => {
    const tenants = [await freshTenant(), await freshTenant()];
    const due = await Promise.all(tenants.map((tenant) => connectSourcehost(tenant)));
    const { startDueRuns } = await import("#shared/use-cases/discovery/start-due-runs.ts");
    const start = () => startDueRuns(new Date(Date.now() + clock.offset).toISOString());
    await expect(failing("TransactWriteItemsCommand", start, "before", 1)).rejects.toThrow(
      "TransactWriteItemsCommand fails here",
    );
    const begun = async () =>
      (await Promise.all(due.map(({ id }, i) => triggers(tenants[i] as TestTenant, id)))).flat();
    expect(await begun()).toHaveLength(1);
    // The other one waits behind those that are due.
    await start();
    expect(await begun()).toHaveLength(1);
    await advance(660);
    await start();
    expect(await begun()).toHaveLength(2);
    await tick();
  });

  test("starts nothing when the interval is 0", async () => {
    vi.stubEnv("DISCOVERY_INTERVAL_HOURS", "0");
    const tenant = await freshTenant();
    const { id } = await connectSourcehost(tenant);
    await tick();
    expect(await triggers(tenant, id)).toEqual([]);
    vi.stubEnv("DISCOVERY_INTERVAL_HOURS", "24");
  });

  test("gives every tenant its turn: one with many due connections delays no other", async () => {
    const large = await freshTenant();
    const one = (await connectSourcehost(large)).id;
    // Adds a hundred more of the same as rows of the table.
    const rows = (await scanTable(system)).filter(({ pk }) => pk === `CONNECTION#${one}`);
    const text = JSON.stringify(rows);
    await putItems(
      system,
      Array.from({ length: 101 }, () => JSON.parse(text.replaceAll(one, randomUUID()))).flat(),
    );
    const small = await freshTenant();
    const { id } = await connectSourcehost(small);
    // Only starts matter here: no run is worked on, so their slots stay taken.
    const { startDueRuns } = await import("#shared/use-cases/discovery/start-due-runs.ts");
    let ticks = 0;
    while ((await triggers(small, id)).length === 0) {
      await advance(120);
      await startDueRuns(new Date(Date.now() + clock.offset).toISOString());
      ticks += 1;
      expect(ticks).toBeLessThan(6);
    }
    // A push that arrives now is worked on before every waiting full run.
    const today = await signedIn();
    const secret = await provisionedSecret(today);
    const pushing = await freshTenant();
    const payload = push((await connectSourcehost(pushing)).installation_id);
    const delivered = await deliver(today, pushing.id, { payload, secret });
    const begun = new Date(Date.now() + clock.offset).toISOString();
    await tick();
    const { body } = await today.admin("GET", "/admin/discovery-runs?limit=200");
    type Started = { id: string; kind: string; started_at: string | null };
    const started = (body.items as Started[])
      .filter(({ started_at }) => (started_at ?? "") >= begun)
      .toSorted((a, b) => (a.started_at ?? "").localeCompare(b.started_at ?? ""));
    expect(started.length).toBeGreaterThan(20);
    expect(started[0]).toMatchObject({ id: delivered.body.job_id, kind: "partial" });
  });
});

async function statusOf(connectionId: string) {
  const { updateItem } = await import("#shared/store/update.ts");
  const { change } = await import("#shared/store/item.ts");
  const { connectionKey } = await import("#shared/store/connections.ts");
  return {
    setStatus: (status: string) =>
      updateItem(change(connectionKey(connectionId), { set: { "connection.status": status } })),
  };
}
