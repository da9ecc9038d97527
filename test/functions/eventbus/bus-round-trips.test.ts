import { randomUUID } from "node:crypto";
import { CreateEventBusCommand } from "@aws-sdk/client-eventbridge";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { type CountedSystem, startCountedSystem } from "#test/bench/counted-system.ts";
import {
  bridgeOf,
  busOf,
  type Customer,
  deprovision,
  newCustomer,
  provision,
} from "#test/support/eventbus-fixture.ts";
import type { ApiAnswer } from "#test/support/system.ts";

/** The EventBridge call that currently fails. */
let failing: { action: string; error: string } | null = null;

let system: CountedSystem;
beforeAll(async () => {
  system = await startCountedSystem(
    {},
    {
      authorize: ({ action }) => {
        if (action === failing?.action) throw new AwsError(failing.error, "injected");
      },
    },
  );
});
afterAll(() => system.close());
beforeEach(() => {
  failing = null;
});

const counted = ["provisionEventbus", "deprovisionEventbus"];

/** The answer's status or code, and the two functions' own calls to DynamoDB, in order. */
async function callsOf(send: () => Promise<ApiAnswer>) {
  system.proxy.take();
  const { status, body } = await send();
  return {
    said: status === 200 ? body.status : body.code,
    calls: system.proxy
      .take()
      .filter(({ caller }) => caller !== null && counted.includes(caller))
      .map(({ action }) => action),
  };
}

const provisioning = (customer: Customer) => callsOf(() => provision(system, customer));
const deprovisioning = (customer: Customer) => callsOf(() => deprovision(system, customer));

const claim = "UpdateItem";
const record = "TransactWriteItems";
const giveBack = "UpdateItem";

test("a bus is built and removed in two round trips, and in one if it is already as wanted", async () => {
  const customer = await newCustomer(system);
  expect(await provisioning(customer)).toEqual({ said: "provisioned", calls: [claim, record] });
  expect(await provisioning(customer)).toEqual({ said: "already_provisioned", calls: [claim] });
  expect(await deprovisioning(customer)).toEqual({ said: "deprovisioned", calls: [claim, record] });
  expect(await deprovisioning(customer)).toEqual({ said: "deprovisioned", calls: [claim] });
});

test("a claim that is refused takes one round trip", async () => {
  const customer = await newCustomer(system);
  const unknown = { ...customer, connectionId: randomUUID() };
  const { body } = await customer.org("POST", "/connections", {
    provider: "cloudb",
    subtype: "assume_role",
    remote_tenant_id: "123456789012",
    regions: ["eu-west-1"],
    display_name: "Role",
  });
  const role = { ...customer, connectionId: body.id };
  for (const change of [provisioning, deprovisioning]) {
    expect(await change(unknown)).toEqual({ said: "not_found", calls: [claim] });
    expect(await change(role)).toEqual({ said: "not_an_eventbus_connection", calls: [claim] });
  }
});

describe("an attempt that EventBridge refuses releases its claim in the second round trip", () => {
  test("for a name that is taken", async () => {
    const customer = await newCustomer(system);
    const { client } = bridgeOf(system);
    await client.send(new CreateEventBusCommand({ Name: busOf(customer) }));
    expect(await provisioning(customer)).toEqual({
      said: "eventbus_name_taken",
      calls: [claim, giveBack],
    });
  });

  test("beyond the account's quota, and leaves the connection unchanged", async () => {
    const customer = await newCustomer(system);
    failing = { action: "CreateEventBus", error: "LimitExceededException" };
    expect(await provisioning(customer)).toEqual({
      said: "eventbus_quota_exceeded",
      calls: [claim, record],
    });
    expect((await deprovisioning(customer)).calls).toEqual([claim]);
  });

  test("for any other reason, and a retry completes it in two more", async () => {
    const customer = await newCustomer(system);
    failing = { action: "PutRule", error: "AccessDeniedException" };
    const stopped = { said: "dependency_unavailable", calls: [claim, giveBack] };
    expect(await provisioning(customer)).toEqual(stopped);
    failing = null;
    expect(await provisioning(customer)).toEqual({ said: "recovered", calls: [claim, record] });
    failing = { action: "DeleteRule", error: "AccessDeniedException" };
    expect(await deprovisioning(customer)).toEqual(stopped);
    failing = null;
    expect((await deprovisioning(customer)).calls).toEqual([claim, record]);
  });
});
