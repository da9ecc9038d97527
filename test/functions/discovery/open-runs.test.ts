import { expect, test } from "vitest";
import { endOf } from "#test/support/cloudc-fixture.ts";
import { auditRows } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

/* Nothing announces runs here: they stay open until the tick works on them. */
const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });

const post = (tenant: TestTenant, connectionId: string) =>
  tenant.member("POST", `/connections/${connectionId}/discovery-runs`);
const tick = () => system.api()("POST", "/_local/schedules/discovery-tick/run");

test("of many concurrent requests for a connection's full run, one starts it and the others get that run", async () => {
  const tenant = await newTenant(system);
  const { id } = await connectSourcehost(tenant);
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(tenant, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200, 200, 200, 200, 200, 200, 200, 202,
  ]);
  const [runId, ...others] = new Set(answers.map(({ body }) => body.id as string));
  expect(others).toEqual([]);
  expect(await auditRows(system, `resource_id=${id}&action=discovery.run.requested`)).toHaveLength(
    1,
  );
  await tick();
  await endOf(tenant, runId ?? "");
  const again = await post(tenant, id);
  expect([again.status, again.body.id === runId]).toEqual([202, false]);
});

test("a tenant has at most 20 open full runs; other tenants are unaffected, and a finished run frees a slot, even if its connection was deleted meanwhile", async () => {
  const tenant = await newTenant(system);
  const connections = await Promise.all(
    Array.from({ length: 25 }, () => connectSourcehost(tenant)),
  );
  const answers = await Promise.all(connections.map(({ id }) => post(tenant, id)));
  const refused = answers.filter(({ status }) => status === 429);
  expect([refused.length, answers.filter(({ status }) => status === 202).length]).toEqual([5, 20]);
  for (const { body, headers } of refused) {
    expect(body.code).toBe("rate_limited");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const other = await newTenant(system);
  expect((await post(other, (await connectSourcehost(other)).id)).status).toBe(202);
  const deleted = connections.find((_, i) => answers[i]?.status === 202);
  expect((await tenant.org("DELETE", `/connections/${deleted?.id}`)).status).toBe(204);
  await tick();
  for (const { status, body } of answers) if (status === 202) await endOf(tenant, body.id);
  // One of the twenty slots belonged to a deleted connection, yet all of them are free again.
  const waiting = connections.filter(({ id }) => id !== deleted?.id).slice(-20);
  const later = await Promise.all(waiting.map(({ id }) => post(tenant, id)));
  expect(later.map(({ status }) => status)).toEqual(waiting.map(() => 202));
});
