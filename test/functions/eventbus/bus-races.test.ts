import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { busSettings } from "#infra/local/aws/eventbridge/service.ts";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import {
  auditOf,
  bridgeOf,
  busOf,
  type Customer,
  connectionOf,
  deprovision,
  newCustomer,
  provision,
} from "#test/support/eventbus-fixture.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import { cutOff, keepLogLines, useEnvironmentOf, type When } from "#test/support/in-process.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { itemAt } from "#test/support/table-attack.ts";

/*
 * Most requests go through the front door. If a request must die at one of its own calls, or many must
 * truly run at once, the handlers run in this process against the system's table and event bus.
 */

const BUILT = "platform.cloudb_eventbus.bus_provisioned";
const GONE = "platform.cloudb_eventbus.bus_deprovisioned";
const operations = {
  provision: () => import("#functions/eventbus/provision-eventbus.ts"),
  deprovision: () => import("#functions/eventbus/deprovision-eventbus.ts"),
};
/** How many requests for one bus arrive together. */
const REQUESTS = sized(50, 6);
type Operation = keyof typeof operations;

let system: TestSystem;
let bridge: ReturnType<typeof bridgeOf>;
let made: string[] = [];
let isQuotaReached = false;

beforeAll(async () => {
  system = await startTestSystem({
    // The SDK retries when the quota is reached, so its waits are shortened.
    pace: () => (isQuotaReached ? 20 : 1),
    eventBridge: {
      authorize: ({ action, accessKeyId }) => {
        if (accessKeyId !== "operator") made.push(action);
        if (isQuotaReached && action === "CreateEventBus") {
          throw new AwsError("LimitExceededException", "injected");
        }
      },
    },
  });
  bridge = bridgeOf(system);
  useEnvironmentOf(system, busSettings({}, "us-east-1"));
  keepLogLines();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await system.close();
});
beforeEach(() => {
  made = [];
  isQuotaReached = false;
});
afterEach(() => {
  vi.useRealTimers();
});

const atOnce = <T>(count: number, call: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => call(turn)));

const statusOf = ({ status, body }: { status: number; body: { status: string; code: string } }) =>
  status === 200 ? body.status : body.code;

const isOneOf = (...answers: string[]) => expect.stringMatching(`^(${answers.join("|")})$`);

/** Calls the function in this process, at the system's time. */
async function inProcess(operation: Operation, { connectionId }: Customer) {
  const { handler } = await operations[operation]();
  const method = operation === "provision" ? "POST" : "DELETE";
  const params = { connection_id: connectionId };
  return callFunction(handler, { method, params, claims: asAdmin });
}

/** Runs something with the clock stopped `seconds` before the system's time. */
async function secondsAgo<T>(seconds: number, act: () => Promise<T>): Promise<T> {
  const now = Date.parse(await system.advance(0)) - seconds * 1000;
  vi.useFakeTimers({ toFake: ["Date"], now });
  const result = await act();
  vi.useRealTimers();
  return result;
}

/** A request whose process dies at its nth call to the table. Returns whether it got that far. */
const dying = (operation: Operation, customer: Customer, nth: number, when: When) =>
  secondsAgo(0, () => cutOff(nth, when, () => inProcess(operation, customer)));

/** The lease on a customer's bus as stored in the table: kind of work and expiry. */
async function leaseOf({ connectionId }: Customer) {
  const item = await itemAt(system, { pk: `CONNECTION#${connectionId}`, sk: "META" });
  return item.connection.eventbus_lease;
}

async function expectBuilt(customer: Customer) {
  expect(await connectionOf(customer)).toMatchObject({
    eventbus_bus_id: busOf(customer),
    eventbus_provisioned_at: expect.stringMatching(/Z$/),
  });
  const { rules, targets } = await bridge.inside(busOf(customer));
  expect([rules.length, targets.length]).toEqual([1, 1]);
  expect(await auditOf(system, customer.id, BUILT)).toHaveLength(1);
}

async function expectGone(customer: Customer) {
  expect(await connectionOf(customer)).toMatchObject({
    eventbus_bus_id: null,
    eventbus_provisioned_at: null,
  });
  expect(bridge.buses()).not.toContain(busOf(customer));
}

describe("many at once", () => {
  test.each([
    ["through the front door", (customer: Customer) => provision(system, customer)],
    ["in one process", (customer: Customer) => inProcess("provision", customer)],
  ])(
    "provisioning %s: one builds it, one audit row is written, no claim stays behind",
    async (name, call) => {
      const customer = await newCustomer(system);
      const answers = (await atOnce(REQUESTS, () => call(customer))).map(statusOf);
      const others = answers.filter((answer) => answer === "already_provisioned");
      expect(others).toHaveLength(REQUESTS - 1);
      noteSweep(`event bus: provisioned at once ${name}`, REQUESTS);
      expect(answers).toContainEqual(isOneOf("provisioned", "recovered"));
      await expectBuilt(customer);
      expect((await deprovision(system, customer)).status).toBe(200);
      await expectGone(customer);
    },
  );

  test("deprovisioning: all get the same answer, one audit row is written", async () => {
    const customer = await newCustomer(system);
    await provision(system, customer);
    const answers = await atOnce(REQUESTS, () => inProcess("deprovision", customer));
    expect(new Set(answers.map(statusOf))).toEqual(new Set(["deprovisioned"]));
    await expectGone(customer);
    expect(await auditOf(system, customer.id, GONE)).toHaveLength(1);
    expect((await provision(system, customer)).body.status).toBe("provisioned");
  });

  test("provisioning and deprovisioning: the bus exists exactly if the connection says so", async () => {
    for (const isBuilt of [true, false]) {
      const customer = await newCustomer(system);
      if (isBuilt) await provision(system, customer);
      const answers = await atOnce(REQUESTS, (turn) =>
        inProcess(turn % 2 === 0 ? "provision" : "deprovision", customer),
      );
      for (const answer of answers) {
        expect(statusOf(answer)).toEqual(
          answer.status === 200
            ? isOneOf("provisioned", "recovered", "already_provisioned", "deprovisioned")
            : "eventbus_operation_active",
        );
      }
      const { eventbus_provisioned_at } = await connectionOf(customer);
      const stands = bridge.buses().includes(busOf(customer));
      expect(stands).toBe(eventbus_provisioned_at !== null);
      const rows = await Promise.all(
        [BUILT, GONE].map((action) => auditOf(system, customer.id, action)),
      );
      const [built, gone] = rows.map(({ length }) => length);
      expect((built ?? 0) - (gone ?? 0)).toBe(stands ? 1 : 0);
      expect((await deprovision(system, customer)).status).toBe(200);
      await expectGone(customer);
    }
  });
});

test("after several simultaneous refusals for the quota, the connection is unchanged and can be deleted", async () => {
  const customer = await newCustomer(system);
  isQuotaReached = true;
  const answers = await atOnce(3, () => provision(system, customer));
  expect(new Set(answers.map(statusOf))).toEqual(new Set(["eventbus_quota_exceeded"]));
  expect((await customer.org("DELETE", `/connections/${customer.connectionId}`)).status).toBe(204);
});

test("a late claim does not shorten the claim of a call in progress", async () => {
  const customer = await newCustomer(system);
  await dying("provision", customer, 2, "before");
  const standing = await leaseOf(customer);
  const reached = await secondsAgo(20, () =>
    cutOff(3, "before", () => inProcess("provision", customer)),
  );
  expect(reached).toBe(true);
  expect(await leaseOf(customer)).toEqual(standing);
  const late = await secondsAgo(20, () => inProcess("provision", customer));
  expect([late.status, late.body.status]).toEqual([200, "provisioned"]);
  await expectBuilt(customer);
});

describe("a call that dies", () => {
  const ends = (["before", "after"] as const).flatMap((when) =>
    [1, 2].map((nth) => ({ when, nth })),
  );

  test.each(ends)("$when round trip $nth of building is completed by a repeat", async (end) => {
    const customer = await newCustomer(system);
    expect(await dying("provision", customer, end.nth, end.when)).toBe(true);
    expect((await provision(system, customer)).status).toBe(200);
    await expectBuilt(customer);
  });

  test.each(ends)("$when round trip $nth of removing is completed by a repeat", async (end) => {
    const customer = await newCustomer(system);
    await provision(system, customer);
    expect(await dying("deprovision", customer, end.nth, end.when)).toBe(true);
    expect((await deprovision(system, customer)).status).toBe(200);
    await expectGone(customer);
    expect(await auditOf(system, customer.id, GONE)).toHaveLength(1);
  });

  test("blocks the opposite operation until its claim expires and is taken over", async () => {
    const customer = await newCustomer(system);
    await dying("provision", customer, 2, "before");
    expect(bridge.buses()).toContain(busOf(customer));
    made = [];
    const refused = await deprovision(system, customer);
    expect([refused.status, refused.body.code]).toEqual([409, "eventbus_operation_active"]);
    expect(made).toEqual([]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(45);
    await system.advance(wait);
    expect((await deprovision(system, customer)).body).toEqual({ status: "deprovisioned" });
    await expectGone(customer);
    expect((await provision(system, customer)).body.status).toBe("provisioned");
    await expectBuilt(customer);
  });

  test("while removing a bus can be reversed into a complete bus once its claim has expired", async () => {
    const customer = await newCustomer(system);
    await provision(system, customer);
    await dying("deprovision", customer, 2, "before");
    const refused = await provision(system, customer);
    expect([refused.status, refused.body.code]).toEqual([409, "eventbus_operation_active"]);
    await system.advance(Number(refused.headers.get("retry-after")));
    expect((await provision(system, customer)).body.status).toBe("recovered");
    const { rules, targets } = await bridge.inside(busOf(customer));
    expect([rules.length, targets.length]).toEqual([1, 1]);
    expect((await deprovision(system, customer)).status).toBe(200);
    await expectGone(customer);
  });
});
