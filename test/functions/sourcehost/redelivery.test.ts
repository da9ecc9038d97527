import { createPublicKey, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newCustomer } from "#test/support/eventbus-fixture.ts";
import { note, sized } from "#test/support/full-size.ts";
import { interleaved, keepLogLines, useEnvironmentOf } from "#test/support/in-process.ts";
import { rsaKey, rsaPem } from "#test/support/rsa-key.ts";
import { auditRows, deliver, health, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { type SourcehostServer, startSourcehost } from "#test/support/sourcehost-server.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const private_key_pem = rsaPem();
const APP_ID = "271828";
/** More pushes than fit on one page of the host's list. */
const PUSHES = sized(1000, 7);
const PAGE = sized(100, 3);
const DOWN = "http://127.0.0.1:1/";

let host: SourcehostServer;
let system: TestSystem;
let tenant: TestTenant;
let connection: { id: string; installation_id: string };
let secret: string;
let isDown = false;
let moved = 0;

beforeAll(async () => {
  host = await startSourcehost({
    appId: APP_ID,
    key: createPublicKey(rsaKey()),
    hook: () => ({
      url: isDown ? DOWN : `${system.baseUrl}/webhooks/sourcehost/${tenant.id}`,
      secret,
    }),
    now: () => Date.now() + moved,
  });
  system = await startTestSystem({
    settings: {
      WORKER_INVOKE_ENABLED: "false",
      SOURCEHOST_APP_ID: APP_ID,
      SOURCEHOST_API_URL: host.url,
    },
  });
  secret = await provisionedSecret(system);
  await system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
});
afterAll(async () => {
  await system.close();
  await host.close();
});
beforeEach(async () => {
  isDown = false;
  host.asked = [];
  host.mostAttempts = Number.POSITIVE_INFINITY;
  host.mostPerPage = 100;
  tenant = await newTenant(system, randomUUID());
  connection = await connectSourcehost(tenant);
});

const tick = () => system.api()("POST", "/_local/schedules/discovery-tick/run");
const pushed = (more = {}) => host.deliver("push", push(connection.installation_id, more));
const advance = async (seconds: number) => {
  moved += seconds * 1000;
  await system.advance(seconds);
};
const received = async () =>
  (await auditRows(system, `tenant_id=${tenant.id}&action=sourcehost_webhook.received`)).map(
    ({ resource_id }) => resource_id,
  );

test(`after an hour's outage with ${PUSHES} pushes, all are processed once`, async () => {
  isDown = true;
  host.mostPerPage = PAGE;
  const guids = Array.from({ length: PUSHES }, () => randomUUID());
  for (const guid of guids) {
    expect(await host.deliver("push", push(connection.installation_id), guid)).toBe(0);
  }
  await advance(3600);
  isDown = false;
  await tick();
  expect((await received()).toSorted()).toEqual(guids.toSorted());
  expect(host.asked).toHaveLength(PUSHES);
  await advance(120);
  await tick();
  await tick();
  expect(host.asked).toHaveLength(PUSHES);
  const ended = `/admin/discovery-runs?tenant_id=${tenant.id}&status=completed&limit=200`;
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await system.admin("GET", `${ended}${cursor && `&cursor=${cursor}`}`);
    count += body.items.length;
    cursor = body.next_cursor;
  }
  expect(count).toBe(PUSHES);
  const fresh = await health(system, tenant.id, connection.id);
  expect(fresh.outcomes_24h).toMatchObject({ accepted: PUSHES, duplicate: 0, rejected: 0 });
  const name = "source host: pushes of an hour in which the receiver was down, processed once";
  note(name, `${count}`, `${PUSHES}`, count / PUSHES);
}, 240_000);

test("an accepted or ignored delivery is never requested again, however old; a failed one is requested once a tick", async () => {
  await pushed();
  await pushed({ ref: "refs/heads/topic" });
  isDown = true;
  await pushed();
  await tick();
  expect(host.asked).toHaveLength(1);
  await advance(7200);
  await tick();
  expect(host.asked).toHaveLength(2);
  isDown = false;
  await tick();
  expect(host.asked).toHaveLength(3);
  await tick();
  expect(host.asked).toHaveLength(3);
  expect(await received()).toHaveLength(2);
});

test("a delivery whose answer the host lost is not processed twice", async () => {
  await pushed();
  const [last] = host.deliveries.slice(-1);
  Object.assign(last as object, { status_code: 504, status: "timed out" });
  await advance(3600);
  await tick();
  expect(host.asked).toEqual([]);
  expect(await received()).toHaveLength(1);
});

test("a host that asks us to wait is left alone that long, and then asked for the rest", async () => {
  isDown = true;
  for (let sent = 0; sent < 9; sent += 1) await pushed();
  isDown = false;
  host.mostAttempts = 4;
  await tick();
  expect(host.asked).toHaveLength(4);
  host.mostAttempts = Number.POSITIVE_INFINITY;
  const requests = host.requests;
  await tick();
  expect(host.requests).toBe(requests);
  await advance(61);
  await tick();
  expect(await received()).toHaveLength(9);
  expect(host.asked).toHaveLength(9);
});

test("the host's primary rate limit is waited out until the instant it names, and no longer", async () => {
  isDown = true;
  await pushed();
  isDown = false;
  const reset = Math.ceil((Date.now() + moved) / 1000) + 900;
  host.limitedUntil = reset;
  await tick();
  const requests = host.requests;
  await advance(800);
  await tick();
  expect([host.requests, host.asked]).toEqual([requests, []]);
  await advance(120);
  await tick();
  expect(await received()).toHaveLength(1);
});

test("a tick that cannot redeliver still processes what arrived and starts what is due, and then fails", async () => {
  await pushed();
  const now = Date.parse(await system.advance(0));
  useEnvironmentOf(system, { SOURCEHOST_APP_ID: APP_ID, SOURCEHOST_API_URL: host.url });
  const { documents } = await import("#shared/store/read.ts");
  documents.middlewareStack.add(
    (next) => (given) => {
      if (JSON.stringify(given.input).includes("REDELIVERY")) throw new Error("injected");
      return next(given);
    },
    { step: "initialize", name: "no-redelivery" },
  );
  const log = keepLogLines();
  vi.useFakeTimers({ toFake: ["Date"], now });
  const { handler } = await import("#functions/discovery/discovery-worker.ts");
  const work = handler as unknown as (event: unknown, context: unknown) => Promise<unknown>;
  await expect(work({}, { getRemainingTimeInMillis: () => 800_000 })).rejects.toThrow("injected");
  documents.middlewareStack.remove("no-redelivery");
  vi.useRealTimers();
  vi.unstubAllEnvs();
  log.end();
  expect(log.lines).toContainEqual(expect.objectContaining({ event: "tick_stage_failed" }));
  const { items } = (await system.admin("GET", `/admin/discovery-runs?tenant_id=${tenant.id}`))
    .body;
  expect(items).toContainEqual(
    expect.objectContaining({ trigger: "sourcehost_webhook", status: "completed" }),
  );
  expect(items).toContainEqual(expect.objectContaining({ trigger: "schedule" }));
});

/** Four failed deliveries, 350 accepted ones and one failed; then a turn that reads two pages. */
async function turnCutShort() {
  host.deliveries = [];
  await pushed();
  await tick();
  await advance(600);
  isDown = true;
  for (let sent = 0; sent < 4; sent += 1) await pushed();
  const older = host.deliveries.slice(1).map(({ guid }) => guid);
  const last = host.deliveries.slice(-1);
  for (let nth = 1; nth <= 350; nth += 1) {
    const at = new Date(Date.now() + moved + nth * 10_000).toISOString();
    const other = { guid: randomUUID(), delivered_at: at, status: "OK", status_code: 200 };
    host.deliveries.push(...last.map((one) => ({ ...one, ...other, id: one.id + nth })));
  }
  await advance(3600);
  await pushed();
  isDown = false;
  const all = [...older, ...host.deliveries.slice(-1).map(({ guid }) => guid)];
  await takeTurn(2);
  expect(host.asked).toEqual([]);
  return { older: older.toSorted(), all: all.toSorted() };
}

type TakeTurn = typeof import("#shared/use-cases/sourcehost/redeliver-failed.ts").redeliverFailed;

/** Takes turns in this process, where only the test moves the clock. */
async function inThisProcess(act: (redeliverFailed: TakeTurn) => Promise<unknown>): Promise<void> {
  const now = await system.advance(0);
  const ahead = moved;
  useEnvironmentOf(system, { SOURCEHOST_APP_ID: APP_ID, SOURCEHOST_API_URL: host.url });
  const log = keepLogLines();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
  moved = 0;
  const { redeliverFailed } = await import("#shared/use-cases/sourcehost/redeliver-failed.ts");
  try {
    await act(redeliverFailed);
  } finally {
    moved = ahead;
    vi.useRealTimers();
    log.end();
    vi.unstubAllEnvs();
  }
}

/** Takes a turn that has time to read the given number of pages. */
async function takeTurn(pages: number): Promise<void> {
  let left = 2 * pages + 3;
  await inThisProcess((redeliverFailed) =>
    redeliverFailed(() => {
      left -= 1;
      return 180_000 + left * 1000;
    }),
  );
}

test("a turn that ends before it has read the whole list loses nothing; the oldest come first", async () => {
  const { older, all } = await turnCutShort();
  await tick();
  expect(host.asked.toSorted()).toEqual(older);
  await tick();
  expect(host.asked.toSorted()).toEqual(all);
  await tick();
  expect(host.asked).toHaveLength(all.length);
  expect(await received()).toHaveLength(all.length + 1);
});

test("a list that no turn can read as a whole is still worked through", async () => {
  const { all } = await turnCutShort();
  for (let turns = 0; turns < 8; turns += 1) await takeTurn(2);
  expect(host.asked.toSorted()).toEqual(all);
});

test("if the host has forgotten where a turn left off, the next turn starts again from the newest attempt", async () => {
  const { all } = await turnCutShort();
  host.deliveries = host.deliveries.filter(({ status_code }) => status_code === 0);
  await tick();
  expect(host.asked).toEqual([]);
  await advance(61);
  await tick();
  expect(host.asked.toSorted()).toEqual(all);
});

test("a turn of many minutes keeps its access, and the host's pause counts from when the host refused", async () => {
  host.deliveries = [];
  host.mostPerPage = 1;
  isDown = true;
  for (let sent = 0; sent < 4; sent += 1) await pushed();
  isDown = false;
  const all = host.deliveries.map(({ guid }) => guid);
  const first = host.requests;
  let seen = first;
  await inThisProcess((redeliverFailed) =>
    redeliverFailed(() => {
      if (host.requests > seen) vi.setSystemTime(Date.now() + 300_000);
      seen = host.requests;
      if (seen === first + 3) host.limitedUntil = Math.ceil(Date.now() / 1000) + 600;
      return 800_000;
    }),
  );
  expect(host.requests).toBe(first + 4);
  await advance(900 + 61);
  await tick();
  expect(host.requests).toBe(first + 4);
  await advance(600);
  await tick();
  await tick();
  expect(host.asked.toSorted()).toEqual(all.toSorted());
});

test("a later tick leaves the host alone while an earlier one still works on its list", async () => {
  host.deliveries = [];
  isDown = true;
  await pushed();
  isDown = false;
  const until = host.deliveries[0]?.delivered_at;
  const remaining = () => 800_000;
  await inThisProcess(async (redeliverFailed) => {
    await interleaved(
      () => redeliverFailed(remaining),
      async () => {
        const { requests } = host;
        vi.setSystemTime(Date.now() + 121_000);
        await redeliverFailed(remaining);
        expect(host.requests).toBe(requests);
      },
      ({ input }) => JSON.stringify(input).includes("sourcehost_delivery"),
    );
    const { readRedelivery } = await import("#shared/store/redelivery.ts");
    expect(await readRedelivery()).toMatchObject({ looked_until: until, not_before: null });
  });
  expect(host.asked).toHaveLength(1);
});

test("two concurrent ticks request each delivery once", async () => {
  isDown = true;
  for (let sent = 0; sent < 5; sent += 1) await pushed();
  isDown = false;
  await Promise.all([tick(), tick()]);
  expect(host.asked).toHaveLength(5);
  expect(await received()).toHaveLength(5);
});

test("one delivery can be redelivered by hand if tenant and host know it; otherwise the refusal says why", async () => {
  isDown = true;
  const guid = randomUUID();
  await host.deliver("push", push(connection.installation_id), guid);
  isDown = false;
  const redeliver = (delivery: string, id = connection.id) =>
    tenant.org("POST", `/connections/${id}/deliveries/${delivery}/redeliver`);
  expect((await redeliver(guid)).status).toBe(404);
  await deliver(system, tenant.id, { id: guid, secret: "forged", payload: {} });
  const answer = await redeliver(guid);
  expect([answer.status, answer.body]).toEqual([202, { status: "requested", delivery_id: guid }]);
  expect(await received()).toEqual([guid]);
  host.mostAttempts = 0;
  expect((await redeliver(guid)).body.detail).toBe("The source host refuses to deliver it again.");
  const own = randomUUID();
  await deliver(system, tenant.id, { id: own, secret, payload: push(connection.installation_id) });
  const unknown = await redeliver(own);
  expect(unknown.body.code).toBe("redelivery_not_available");
  expect(unknown.body.detail).toContain("no longer knows");
  const last = host.deliveries.slice(-1);
  for (let nth = 1; nth <= 3000; nth += 1) {
    host.deliveries.push(...last.map((one) => ({ ...one, id: one.id + nth, guid: randomUUID() })));
  }
  expect((await redeliver(guid)).body.detail).toContain("not among the newest");
  const other = await newTenant(system);
  const theirs = await connectSourcehost(other);
  const foreign = `/connections/${theirs.id}/deliveries/${guid}/redeliver`;
  expect((await other.org("POST", foreign)).status).toBe(404);
  const customer = await newCustomer(system);
  const bus = `/connections/${customer.connectionId}/deliveries/${guid}/redeliver`;
  expect((await customer.org("POST", bus)).body.code).toBe("redelivery_not_available");
});
