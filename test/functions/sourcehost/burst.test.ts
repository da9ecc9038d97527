import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { auditRows, deliver, health, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

const TENANTS = sized(10, 4);

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });

test("every delivery of a burst over many tenants is accounted for: responses, rows and counters agree", async () => {
  const secret = await provisionedSecret(system);
  const tenants = await Promise.all(
    Array.from({ length: TENANTS }, async (_, i) => {
      const tenant = await newTenant(system, `Tenant ${i}`);
      return { ...tenant, connection: await connectSourcehost(tenant) };
    }),
  );
  const sent = tenants.flatMap(({ id, connection }) => {
    const repeated = randomUUID();
    const payload = push(connection.installation_id);
    return [
      ...Array.from({ length: 6 }, () => ({ tenant: id, payload, id: randomUUID(), secret })),
      ...Array.from({ length: 4 }, () => ({ tenant: id, payload, id: repeated, secret })),
      { tenant: id, payload, event: "star", secret },
      { tenant: id, payload: { ...payload, ref: "refs/heads/topic" }, secret },
      { tenant: id, payload: { ...payload, installation: { id: 1 } }, secret },
      ...Array.from({ length: 2 }, () => ({ tenant: id, payload, secret: "forged" })),
    ];
  });
  const answers = await Promise.all(sent.map(({ tenant, ...d }) => deliver(system, tenant, d)));
  const outcomes = Map.groupBy(answers, ({ status, body }) =>
    status === 401 ? "rejected" : (body.status as string),
  );
  const count = (outcome: string) => outcomes.get(outcome)?.length ?? 0;
  expect([...outcomes.keys()].sort()).toEqual(["accepted", "duplicate", "ignored", "rejected"]);
  expect([count("accepted"), count("duplicate"), count("ignored"), count("rejected")]).toEqual([
    7 * TENANTS,
    3 * TENANTS,
    3 * TENANTS,
    2 * TENANTS,
  ]);

  const rows = async (word: string) =>
    (await auditRows(system, `action=sourcehost_webhook.${word}`)).length;
  expect(await rows("received")).toBe(7 * TENANTS);
  expect(await rows("ignored")).toBe(3 * TENANTS);
  expect(await rows("rejected")).toBe(2 * TENANTS);
  const everything = await auditRows(system, "");
  const deliveries = everything.filter(({ action }) => action.startsWith("sourcehost_webhook."));
  expect(deliveries).toHaveLength(12 * TENANTS);
  const times = everything.map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted());
  const ofOne = await auditRows(system, `tenant_id=${tenants[0]?.id}`);
  expect(ofOne.filter(({ action }) => action.endsWith("webhook.received"))).toHaveLength(7);
  for (const { id, connection } of tenants) {
    expect(await health(system, id, connection.id)).toMatchObject({
      deliveries_24h: 10,
      outcomes_24h: { accepted: 7, ignored: 3, duplicate: 3, rejected: 2 },
    });
  }
  noteSweep("source host: deliveries of a burst, each accounted for", sent.length);
}, 120_000);
