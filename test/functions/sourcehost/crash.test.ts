import { randomUUID } from "node:crypto";
import { sign } from "@octokit/webhooks-methods";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noteKills } from "#test/support/full-size.ts";
import { functionEvent } from "#test/support/function-event.ts";
import {
  interleaved,
  keepLogLines,
  killAt,
  useEnvironmentOf,
  type When,
  whens,
} from "#test/support/in-process.ts";
import {
  auditRows,
  bodyOf,
  deliver,
  health,
  provisionedSecret,
  push,
} from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
let secret: string;
beforeAll(async () => {
  secret = await provisionedSecret(system);
  keepLogLines();
});
afterAll(() => vi.unstubAllEnvs());

/** Loads a fresh instance of the receiver into this process, which the test then calls once. */
async function receive(tenantId: string, id: string, payload: unknown, kind = "push") {
  vi.resetModules();
  const { handler } = await import("#functions/sourcehost/receive-sourcehost-webhook.ts");
  const body = JSON.stringify(payload);
  const headers = {
    "x-github-event": kind,
    "x-github-delivery": id,
    "x-hub-signature-256": await sign(secret, body),
  };
  const event = functionEvent({ params: { tenant_id: tenantId }, headers, body });
  return async () =>
    (await handler(event as never, {} as never)) as { statusCode: number; body: string };
}

async function installed() {
  const tenant = await newTenant(system);
  const connection = await connectSourcehost(tenant);
  return { tenant, connection, payload: push(connection.installation_id) };
}

test.each<When>(whens)(
  "a crash %s any call leaves nothing half done; redelivery completes it",
  async (when) => {
    useEnvironmentOf(system);
    let kills = 0;
    for (let nth = 1, reached = true; reached; nth += 1) {
      const { tenant, connection, payload } = await installed();
      const id = randomUUID();
      const call = await receive(tenant.id, id, payload);
      reached = await killAt(nth, when, call);
      kills += reached ? 1 : 0;
      const again = await deliver(system, tenant.id, { id, payload, secret });
      expect([200, 202]).toContain(again.status);
      const rows = await auditRows(system, `resource_id=${id}`);
      expect(rows.map(({ action }) => action)).toEqual(["sourcehost_webhook.received"]);
      const runs = (await scanTable(system)).filter(
        ({ run }) => run?.connection_id === connection.id,
      );
      expect(runs.map(({ run }) => run.id)).toEqual([rows[0].context.job_id]);
      expect((await health(system, tenant.id, connection.id)).outcomes_24h.accepted).toBe(1);
    }
    expect(kills).toBeGreaterThanOrEqual(1);
    noteKills(`source-host receiver, ${when}`, kills);
  },
);

test.each([
  { before: "active", held: ["suspend", 1], meanwhile: ["unsuspend", 2] },
  { before: "active", held: ["unsuspend", 2], meanwhile: ["suspend", 1] },
  { before: "inactive", held: ["suspend", 2], meanwhile: ["unsuspend", 1] },
  { before: "inactive", held: ["unsuspend", 1], meanwhile: ["suspend", 2] },
] as const)(
  "of a suspension and an end of one that arrive together the later counts: $before, $meanwhile during $held",
  async ({ before, held, meanwhile }) => {
    useEnvironmentOf(system);
    const { tenant, connection } = await installed();
    const about = ([action, minute]: readonly [string, number]) => {
      const time = new Date(Date.now() - 600_000 + minute * 60_000).toISOString();
      const times = action === "suspend" ? { suspended_at: time } : { updated_at: time };
      const installation = { id: Number(connection.installation_id), ...times };
      return { ...bodyOf("installation", connection.installation_id, { action }), installation };
    };
    const send = (told: readonly [string, number]) =>
      deliver(system, tenant.id, { event: "installation", payload: about(told), secret });
    if (before === "inactive") await send(["suspend", 0]);
    const call = await receive(tenant.id, randomUUID(), about(held), "installation");
    const answer = await interleaved(
      call,
      async () => expect((await send(meanwhile)).body.status).toBe("accepted"),
      ({ commandName }) => commandName.startsWith("TransactWrite"),
    );
    expect(answer.statusCode).toBe(202);
    const { body } = await tenant.member("GET", `/connections/${connection.id}`);
    expect(body.status).toBe(before);
  },
);

test("an enqueue that fails is not swallowed as a duplicate", async () => {
  useEnvironmentOf(system);
  const { tenant, payload } = await installed();
  const id = randomUUID();
  const call = await receive(tenant.id, id, payload);
  const { failing } = await import("#test/support/in-process.ts");
  const answer = await failing("TransactWriteItemsCommand", call);
  expect(answer.statusCode).toBeGreaterThanOrEqual(500);
  const again = await deliver(system, tenant.id, { id, payload, secret });
  expect(again.body.status).toBe("accepted");
});

test("a failed announcement costs nothing but the wait for the tick", async () => {
  useEnvironmentOf(system, {
    WORKER_INVOKE_ENABLED: "true",
    AWS_ENDPOINT_URL_EVENTBRIDGE: "http://127.0.0.1:9",
  });
  const { tenant, payload } = await installed();
  const call = await receive(tenant.id, randomUUID(), payload);
  const answer = await call();
  expect(answer.statusCode).toBe(202);
  await system.api()("POST", "/_local/schedules/discovery-tick/run");
  const run = await tenant.member("GET", `/discovery-runs/${JSON.parse(answer.body).job_id}`);
  expect(run.body.status).toBe("completed");
});
