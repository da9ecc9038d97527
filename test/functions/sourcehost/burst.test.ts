import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { note, sized } from "#test/support/full-size.ts";
import { auditRows, deliver, health, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

const TENANTS = sized(200, 4);
/** How many of a tenant's deliveries are sent once and accepted. */
const SINGLE = sized(16, 6);
const AT_ONCE = 64;
/** The sender gives up a delivery after this time. */
const SENDER_WAITS_MS = 10_000;

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
      ...Array.from({ length: SINGLE }, () => ({ tenant: id, payload, id: randomUUID(), secret })),
      ...Array.from({ length: 4 }, () => ({ tenant: id, payload, id: repeated, secret })),
      { tenant: id, payload, event: "star", secret },
      { tenant: id, payload: { ...payload, ref: "refs/heads/topic" }, secret },
      { tenant: id, payload: { ...payload, installation: { id: 1 } }, secret },
      ...Array.from({ length: 2 }, () => ({ tenant: id, payload, secret: "forged" })),
    ];
  });
  const answers: Awaited<ReturnType<typeof deliver>>[] = [];
  const times: number[] = [];
  const from = performance.now();
  await eachBounded(sent, AT_ONCE, async ({ tenant, ...delivery }) => {
    const sentAt = performance.now();
    answers.push(await deliver(system, tenant, delivery));
    times.push(performance.now() - sentAt);
  });
  const perSecond = Math.round((sent.length * 1000) / (performance.now() - from));
  const outcomes = Map.groupBy(answers, ({ status, body }) =>
    status === 401 ? "rejected" : (body.status as string),
  );
  const count = (outcome: string) => outcomes.get(outcome)?.length ?? 0;
  expect([...outcomes.keys()].sort()).toEqual(["accepted", "duplicate", "ignored", "rejected"]);
  expect([count("accepted"), count("duplicate"), count("ignored"), count("rejected")]).toEqual([
    (SINGLE + 1) * TENANTS,
    3 * TENANTS,
    3 * TENANTS,
    2 * TENANTS,
  ]);

  const rows = async (word: string) =>
    (await auditRows(system, `action=sourcehost_webhook.${word}`)).length;
  expect(await rows("received")).toBe((SINGLE + 1) * TENANTS);
  expect(await rows("ignored")).toBe(3 * TENANTS);
  expect(await rows("rejected")).toBe(2 * TENANTS);
  const everything = await auditRows(system, "");
  const deliveries = everything.filter(({ action }) => action.startsWith("sourcehost_webhook."));
  expect(deliveries).toHaveLength((SINGLE + 6) * TENANTS);
  const written = everything.map(({ created_at }) => created_at);
  expect(written).toEqual(written.toSorted());
  const ofOne = await auditRows(system, `tenant_id=${tenants[0]?.id}`);
  expect(ofOne.filter(({ action }) => action.endsWith("webhook.received"))).toHaveLength(
    SINGLE + 1,
  );
  for (const { id, connection } of tenants) {
    expect(await health(system, id, connection.id)).toMatchObject({
      deliveries_24h: SINGLE + 4,
      outcomes_24h: { accepted: SINGLE + 1, ignored: 3, duplicate: 3, rejected: 2 },
    });
  }
  const quantile = (share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
  note(
    `burst of ${sent.length} over ${TENANTS} tenants, each accounted for: p99 of the answer (${perSecond} a second, ${AT_ONCE} at once) against the 10 s the sender waits`,
    `${quantile(0.99).toFixed(0)} ms (median ${quantile(0.5).toFixed(0)} ms)`,
    `${SENDER_WAITS_MS} ms`,
    quantile(0.99) / SENDER_WAITS_MS,
  );
}, 300_000);
