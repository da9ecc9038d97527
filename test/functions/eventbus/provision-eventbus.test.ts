import { randomUUID } from "node:crypto";
import {
  CreateEventBusCommand,
  DeleteRuleCommand,
  DescribeEventBusCommand,
  PutRuleCommand,
} from "@aws-sdk/client-eventbridge";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import {
  ACCOUNT,
  auditOf,
  bridgeOf,
  busOf,
  type Customer,
  connectionOf,
  deprovision,
  newCustomer,
  provision,
} from "#test/support/eventbus-fixture.ts";
import { noteKills, sized } from "#test/support/full-size.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

const BUILT = "platform.cloudb_eventbus.bus_provisioned";
const GONE = "platform.cloudb_eventbus.bus_deprovisioned";

/** Faults that EventBridge injects into upcoming calls, each into one call. */
type Fault = { action: string; when: "before" | "after"; error: string; message?: string };
let faults: Fault[] = [];
let called: string[] = [];

const failing = (when: Fault["when"]) => (call: { action: string; accessKeyId: string | null }) => {
  if (when === "before" && call.accessKeyId !== "operator") called.push(call.action);
  const index = faults.findIndex((fault) => fault.action === call.action && fault.when === when);
  const [fault] = index === -1 ? [] : faults.splice(index, 1);
  if (fault !== undefined) throw new AwsError(fault.error, fault.message ?? "injected");
};

/** Dying before one of its calls leaves the same state as dying after the previous call. */
const sides = sized<readonly Fault["when"][]>(["before", "after"], ["after"]);

let system: TestSystem;
let bridge: ReturnType<typeof bridgeOf>;
/** How many times as fast the waits between tries pass. */
let pace = 1;

beforeAll(async () => {
  system = await startTestSystem({
    pace: () => pace,
    eventBridge: {
      quotas: { buses: 60 },
      authorize: failing("before"),
      beforeAnswer: failing("after"),
    },
  });
  bridge = bridgeOf(system);
});
afterAll(() => system.close());
beforeEach(() => {
  faults = [];
  called = [];
  pace = 1;
});

async function expectBuilt(customer: Customer) {
  const connection = await connectionOf(customer);
  expect(connection).toMatchObject({
    eventbus_bus_id: busOf(customer),
    eventbus_rule_id: "ai-events",
    eventbus_provisioned_at: expect.stringMatching(/Z$/),
  });
  const inside = await bridge.inside(busOf(customer));
  expect(inside.rules).toHaveLength(1);
  expect(inside.targets).toHaveLength(1);
  expect(inside.policy.Statement).toHaveLength(1);
  expect(await auditOf(system, customer.id, BUILT)).toHaveLength(1);
  return inside;
}

async function expectGone(customer: Customer) {
  expect(await connectionOf(customer)).toMatchObject({
    eventbus_bus_id: null,
    eventbus_rule_id: null,
    eventbus_provisioned_at: null,
  });
  expect(bridge.buses()).not.toContain(busOf(customer));
}

describe("provisioning", () => {
  test("builds bus, rule, target and permission, records it once and returns both templates", async () => {
    const customer = await newCustomer(system);
    const { status, body } = await provision(system, customer);
    expect([status, body.status]).toEqual([200, "provisioned"]);
    expect(called).toEqual(["CreateEventBus", "PutRule", "PutTargets", "PutPermission"]);
    const { arn, policy, rules, targets } = await expectBuilt(customer);
    expect(body).toMatchObject({ bus_id: busOf(customer), rule_id: "ai-events" });
    expect(body.infrastructure_template.Parameters.PlatformBusArn.Default).toBe(arn);
    expect(body.access_policy_template).toEqual(policy);
    expect(JSON.parse(rules[0]?.pattern ?? "")).toEqual({
      account: [ACCOUNT],
      source: ["aws.sagemaker", "aws.bedrock"],
    });
    expect(targets[0]).toMatchObject({
      Arn: expect.stringMatching(/:function:forwardCustomerEvent$/),
      RetryPolicy: { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 },
      DeadLetterConfig: { Arn: expect.stringMatching(/^arn:aws:sqs:/) },
    });
    const [row] = await auditOf(system, customer.id, BUILT);
    expect(row).toMatchObject({
      resource_type: "connection",
      resource_id: customer.connectionId,
      actor_type: "user",
      context: { account: ACCOUNT, bus_id: busOf(customer), rule_id: "ai-events" },
    });
  });

  test("repeated changes nothing and returns the same", async () => {
    const customer = await newCustomer(system);
    const first = await provision(system, customer);
    called = [];
    const { status, body } = await provision(system, customer);
    expect([status, body]).toEqual([200, { ...first.body, status: "already_provisioned" }]);
    expect(called).toEqual([]);
    await expectBuilt(customer);
  });

  test("is for platform admins, and for existing eventbus connections", async () => {
    const customer = await newCustomer(system);
    const path = `/admin/connections/${customer.connectionId}/provision-eventbus`;
    expect((await customer.org("POST", path)).status).toBe(403);
    expect((await system.api()("POST", path)).status).toBe(401);
    const unknown = { ...customer, connectionId: randomUUID() };
    expect((await provision(system, unknown)).body.code).toBe("not_found");
    expect((await deprovision(system, unknown)).body.code).toBe("not_found");
    const other = await customer.org("POST", "/connections", {
      provider: "cloudb",
      subtype: "assume_role",
      remote_tenant_id: "123456789012",
      regions: ["eu-west-1"],
      display_name: "Role",
    });
    const role = { ...customer, connectionId: other.body.id };
    expect((await provision(system, role)).body.code).toBe("not_an_eventbus_connection");
    expect((await deprovision(system, role)).body.code).toBe("not_an_eventbus_connection");
    expect((await system.admin("POST", path, { dry: true })).body.code).toBe("validation_failed");
    expect(called).toEqual([]);
  });

  const calls = ["CreateEventBus", "PutRule", "PutTargets", "PutPermission"];
  const stops = calls.flatMap((action) => sides.map((when) => ({ action, when })));

  test.each(stops)(
    "stopped $when $action leaves nothing once it is deprovisioned, and is completed by the same call",
    async (stop) => {
      const customer = await newCustomer(system);
      const stopped = async () => {
        faults = [{ ...stop, error: "AccessDeniedException" }];
        return provision(system, customer);
      };
      const first = await stopped();
      expect([first.status, first.body.code]).toEqual([503, "dependency_unavailable"]);
      expect(first.headers.get("retry-after")).not.toBeNull();
      expect(await auditOf(system, customer.id, BUILT)).toEqual([]);
      expect((await connectionOf(customer)).eventbus_provisioned_at).toBeNull();
      const own = `/connections/${customer.connectionId}`;
      expect((await customer.org("DELETE", own)).status).toBe(409);
      const removed = await deprovision(system, customer);
      expect([removed.status, removed.body]).toEqual([200, { status: "deprovisioned" }]);
      await expectGone(customer);
      expect((await stopped()).status).toBe(503);
      const { status, body } = await provision(system, customer);
      expect([status, body.status]).toEqual([200, "recovered"]);
      await expectBuilt(customer);
      await deprovision(system, customer);
      expect((await customer.org("DELETE", own)).status).toBe(204);
      noteKills(`building a bus, ${stop.when} ${stop.action}`, 2);
    },
  );

  test("continues when another change to the bus was in progress", async () => {
    const customer = await newCustomer(system);
    const busy = { when: "before" as const, error: "ConcurrentModificationException" };
    faults = [...calls, ...calls].map((action) => ({ ...busy, action }));
    expect((await provision(system, customer)).body.status).toBe("provisioned");
    await expectBuilt(customer);
  });

  test("beyond the account's quota is refused clearly and leaves the connection as it was", async () => {
    pace = 20;
    const customer = await newCustomer(system);
    // The SDK treats this error as transient and retries the call three times.
    const fault = { action: "CreateEventBus", when: "before" } as const;
    faults = [1, 2, 3, 4].map(() => ({ ...fault, error: "LimitExceededException" }));
    const { status, body } = await provision(system, customer);
    expect([status, body.code]).toEqual([409, "eventbus_quota_exceeded"]);
    expect((await customer.org("DELETE", `/connections/${customer.connectionId}`)).status).toBe(
      204,
    );
  });

  test("leaves alone a bus of that name that is not this tenant's", async () => {
    const customer = await newCustomer(system);
    await bridge.client.send(new CreateEventBusCommand({ Name: busOf(customer) }));
    const { status, body } = await provision(system, customer);
    expect([status, body.code]).toEqual([409, "eventbus_name_taken"]);
    expect((await bridge.inside(busOf(customer))).rules).toEqual([]);
    expect((await deprovision(system, customer)).body).toEqual({ status: "deprovisioned" });
    const left = new DescribeEventBusCommand({ Name: busOf(customer) });
    expect((await bridge.client.send(left)).Name).toBe(busOf(customer));
  });

  test("by five admins at once builds one bus and writes one audit row", async () => {
    const customer = await newCustomer(system);
    const answers = await Promise.all(Array.from({ length: 5 }, () => provision(system, customer)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const made = answers.filter(({ body }) => body.status !== "already_provisioned");
    expect(made).toHaveLength(1);
    await expectBuilt(customer);
    expect((await deprovision(system, customer)).status).toBe(200);
    await expectGone(customer);
  });
});

describe("deprovisioning", () => {
  test("removes target, rule, permission and bus in that order, once", async () => {
    const customer = await newCustomer(system);
    await provision(system, customer);
    called = [];
    for (const _ of ["first", "repeated"]) {
      const { status, body } = await deprovision(system, customer);
      expect([status, body]).toEqual([200, { status: "deprovisioned" }]);
    }
    expect(called).toEqual([
      "DescribeEventBus",
      "ListTagsForResource",
      "ListTargetsByRule",
      "RemoveTargets",
      "DeleteRule",
      "RemovePermission",
      "DeleteEventBus",
    ]);
    await expectGone(customer);
    expect(await auditOf(system, customer.id, GONE)).toHaveLength(1);
    expect((await customer.org("DELETE", `/connections/${customer.connectionId}`)).status).toBe(
      204,
    );
  });

  test("without a provisioned bus changes nothing", async () => {
    const customer = await newCustomer(system);
    expect((await deprovision(system, customer)).body).toEqual({ status: "deprovisioned" });
    expect(called).toEqual([]);
    expect(await auditOf(system, customer.id, GONE)).toEqual([]);
  });

  const calls = [
    "ListTargetsByRule",
    "RemoveTargets",
    "DeleteRule",
    "RemovePermission",
    "DeleteEventBus",
  ];
  const stops = calls.flatMap((action) => sides.map((when) => ({ action, when })));

  test.each(stops)(
    "stopped $when $action can be turned back into a whole bus, and is completed by the same call",
    async (stop) => {
      const customer = await newCustomer(system);
      await provision(system, customer);
      const stopped = async () => {
        faults = [{ ...stop, error: "AccessDeniedException" }];
        return deprovision(system, customer);
      };
      const first = await stopped();
      expect([first.status, first.body.code]).toEqual([503, "dependency_unavailable"]);
      expect((await provision(system, customer)).body.status).toBe("recovered");
      const inside = await bridge.inside(busOf(customer));
      expect([inside.rules.length, inside.targets.length]).toEqual([1, 1]);
      expect(inside.policy.Statement).toHaveLength(1);
      expect((await stopped()).status).toBe(503);
      expect(await auditOf(system, customer.id, GONE)).toEqual([]);
      expect((await deprovision(system, customer)).status).toBe(200);
      await expectGone(customer);
      expect(await auditOf(system, customer.id, GONE)).toHaveLength(1);
      noteKills(`removing a bus, ${stop.when} ${stop.action}`, 2);
    },
  );

  test("waits while the bus still reports its deleted rules", async () => {
    const customer = await newCustomer(system);
    await provision(system, customer);
    const message = "EventBus can't be deleted since it has rules.";
    const fault = {
      action: "DeleteEventBus",
      when: "before",
      error: "ValidationException",
    } as const;
    faults = [1, 2, 3].map(() => ({ ...fault, message }));
    expect((await deprovision(system, customer)).status).toBe(200);
    await expectGone(customer);
  });

  test("continues once a rule that somebody else created is gone", async () => {
    pace = 20;
    const customer = await newCustomer(system);
    await provision(system, customer);
    const foreign = { Name: "foreign", EventBusName: busOf(customer), EventPattern: '{"a":["b"]}' };
    await bridge.client.send(new PutRuleCommand(foreign));
    const stuck = await deprovision(system, customer);
    expect([stuck.status, stuck.body.code]).toEqual([503, "dependency_unavailable"]);
    pace = 1;
    const { Name, EventBusName } = foreign;
    await bridge.client.send(new DeleteRuleCommand({ Name, EventBusName }));
    expect((await deprovision(system, customer)).status).toBe(200);
    await expectGone(customer);
  });

  test("concurrent with provisioning never leaves a bus that the connection does not know", async () => {
    for (let round = 0; round < 2; round += 1) {
      const customer = await newCustomer(system);
      if (round % 2 === 0) await provision(system, customer);
      const answers = await Promise.all([
        provision(system, customer),
        deprovision(system, customer),
        provision(system, customer),
        deprovision(system, customer),
      ]);
      for (const { status, body } of answers) {
        if (status !== 200) expect([status, body.code]).toEqual([409, "eventbus_operation_active"]);
      }
      const { eventbus_provisioned_at } = await connectionOf(customer);
      const stands = bridge.buses().includes(busOf(customer));
      expect(stands).toBe(eventbus_provisioned_at !== null);
      expect((await deprovision(system, customer)).status).toBe(200);
      await expectGone(customer);
    }
  });
});
