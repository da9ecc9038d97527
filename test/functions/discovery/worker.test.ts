import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { noteKills } from "#test/support/full-size.ts";
import {
  cutOff,
  failing,
  keepLogLines,
  killAt,
  useEnvironmentOf,
  whens,
} from "#test/support/in-process.ts";
import { auditRows, deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

const clock = vi.hoisted(() => ({ offset: 0 }));
vi.mock("#shared/platform/clock.ts", () => ({
  now: () => new Date(Date.now() + clock.offset).toISOString(),
  nowMs: () => Date.now() + clock.offset,
  waitUntil: async () => {},
}));

/*
 * The worker's own code runs in this process against the system's database, so that it can be cut
 * off; the tick runs in the system, on the system's clock.
 */

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
let secret: string;
beforeAll(async () => {
  secret = await provisionedSecret(system);
  useEnvironmentOf(system);
  keepLogLines();
});
afterAll(() => vi.unstubAllEnvs());

/** The system's clock only runs forward; the worker in this process follows it. */
async function advance(seconds: number): Promise<void> {
  clock.offset = Date.parse(await system.advance(seconds)) - Date.now();
}

const tick = async () => {
  const { status, body } = await system.api()("POST", "/_local/schedules/discovery-tick/run");
  expect([status, Object.keys(body)]).toEqual([200, ["taken", "completed", "failed", "again"]]);
};

/** Polls the run until it is as expected, because work on it may still be in progress. */
const endsAs = (run: () => Promise<unknown>, expected: Record<string, unknown>) =>
  eventually(async () => expect(await run()).toMatchObject(expected));

/** A queued run of a new tenant, with ways to inspect it. */
async function queued() {
  await advance(0);
  const tenant = await newTenant(system);
  const connection = await connectSourcehost(tenant);
  const payload = push(connection.installation_id);
  const { body } = await deliver(system, tenant.id, { payload, secret });
  const id = body.job_id as string;
  const api = async () => system.api(await system.token({ tenant_id: tenant.id }));
  const { getRun } = await import("#shared/store/discovery-runs.ts");
  const { workOnRun } = await import("#shared/use-cases/discovery/work-on-run.ts");
  const stored = async () => {
    const run = await getRun(id);
    if (run === null) throw new Error("the run is gone");
    return run;
  };
  return {
    id,
    connection,
    tenant,
    stored,
    work: async () => workOnRun(await stored(), plentyOfTime),
    run: async () => (await (await api())("GET", `/discovery-runs/${id}`)).body,
    artifacts: async () =>
      (await (await api())("GET", `/artifacts?connection_id=${connection.id}`)).body.items,
    words: async () =>
      (await auditRows(system, `resource_id=${id}`)).map(({ action, context }) => [
        action,
        context.status,
      ]),
  };
}

const plentyOfTime = () => 840_000;

const bothRows = [
  ["discovery.run.started", "running"],
  ["discovery.run.completed", "completed"],
];

test("a worker that dies at any call loses nothing: once its lease ends another one completes the run", async () => {
  for (const when of whens) {
    let kills = 0;
    for (let nth = 1, reached = true; reached; nth += 1) {
      const { stored, run, artifacts, words } = await queued();
      const { workOnRun } = await import("#shared/use-cases/discovery/work-on-run.ts");
      const record = await stored();
      reached = await killAt(nth, when, () => workOnRun(record, plentyOfTime));
      kills += reached ? 1 : 0;
      if ((await run()).status === "running") {
        await advance(240);
        await tick();
        expect((await run()).status).toBe("running");
        await advance(90);
      }
      await tick();
      await endsAs(run, { status: "completed", artifacts_count: 1 });
      expect(await artifacts()).toHaveLength(1);
      expect(await words()).toEqual(bothRows);
    }
    // The kill points: taking the run, recording, and ending it.
    expect(kills).toBeGreaterThanOrEqual(3);
    noteKills(`worker of a push, ${when}`, kills);
  }
});

test("when two workers get one run, one works on it", async () => {
  const { stored, artifacts, words } = await queued();
  const { workOnRun } = await import("#shared/use-cases/discovery/work-on-run.ts");
  const record = await stored();
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => workOnRun(record, plentyOfTime)));
  expect(outcomes.toSorted()).toEqual(["completed", "taken", "taken", "taken"]);
  expect(await artifacts()).toHaveLength(1);
  expect(await words()).toEqual(bothRows);
});

test("an announcement delivered twice, or for a finished run, changes nothing", async () => {
  const { id, run, words } = await queued();
  const { handler } = await import("#functions/discovery/discovery-worker.ts");
  const event = { "detail-type": "DiscoveryJobQueued", detail: { run_id: id } } as never;
  const context = { getRemainingTimeInMillis: () => 840_000 };
  expect(await handler(event, context)).toMatchObject({ completed: 1 });
  const after = await run();
  expect(await handler(event, context)).toMatchObject({ taken: 1 });
  const unknown = { "detail-type": "DiscoveryJobQueued", detail: { run_id: "nobody" } } as never;
  expect(await handler(unknown, context)).toMatchObject({ taken: 0, completed: 0 });
  expect(await run()).toEqual(after);
  expect(await words()).toEqual(bothRows);
});

test("a failed attempt is retried after a doubling wait, with its reason shown", async () => {
  const { work, run, words } = await queued();
  expect(await failing("QueryCommand", work)).toBe("again");
  expect(await run()).toMatchObject({
    status: "queued",
    error_jsonb: { code: "internal_error", attempts: 1, hint: expect.any(String) },
  });
  await advance(10);
  await tick();
  expect((await run()).status).toBe("queued");
  await advance(30);
  expect(await failing("QueryCommand", work)).toBe("again");
  await advance(30);
  await tick();
  expect((await run()).status).toBe("queued");
  await advance(60);
  await tick();
  await endsAs(run, { status: "completed", error_jsonb: { code: "no_extractor" } });
  expect(await words()).toEqual(bothRows);
});

test("after five failed attempts a run is dead-lettered with its reason, and is left alone", async () => {
  const { work, run, words } = await queued();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await failing("QueryCommand", work)).toBe(attempt < 5 ? "again" : "failed");
    await advance(1000);
  }
  const dead = await run();
  expect(dead).toMatchObject({
    status: "failed",
    error_jsonb: { code: "internal_error", attempts: 5, dead_letter: true },
  });
  expect(await words()).toEqual([
    ["discovery.run.started", "running"],
    ["discovery.run.completed", "failed"],
  ]);
  await tick();
  expect(await run()).toEqual(dead);
});

test("a run whose workers die five times is dead-lettered too", async () => {
  const { stored, run } = await queued();
  const { workOnRun } = await import("#shared/use-cases/discovery/work-on-run.ts");
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const record = await stored();
    await cutOff(1, "after", () => workOnRun(record, plentyOfTime));
    await advance(301);
  }
  await tick();
  await endsAs(run, {
    status: "failed",
    error_jsonb: {
      code: "worker_lost",
      attempts: 5,
      dead_letter: true,
      hint: expect.stringContaining("log"),
    },
  });
});

test("a run whose connection was deleted meanwhile fails and says so", async () => {
  const { tenant, connection, run } = await queued();
  const org = system.api(await system.token({ tenant_id: tenant.id, org_role: "admin" }));
  expect((await org("DELETE", `/connections/${connection.id}`)).status).toBe(204);
  await tick();
  await endsAs(run, {
    status: "failed",
    error_jsonb: { code: "connection_deleted" },
  });
});

test("a late redelivery of an older push does not overwrite a newer one", async () => {
  const { connection, tenant, work } = await queued();
  await advance(10);
  const newer = push(connection.installation_id, { after: "newer" });
  const { body } = await deliver(system, tenant.id, { payload: newer, secret });
  const { handler } = await import("#functions/discovery/discovery-worker.ts");
  const event = { "detail-type": "DiscoveryJobQueued", detail: { run_id: body.job_id } } as never;
  await handler(event, { getRemainingTimeInMillis: () => 840_000 });
  expect(await work()).toBe("completed");
  const api = system.api(await system.token({ tenant_id: tenant.id }));
  const { items } = (await api("GET", `/artifacts?connection_id=${connection.id}`)).body;
  expect(items).toMatchObject([{ details: { head_commit: "newer" } }]);
});
