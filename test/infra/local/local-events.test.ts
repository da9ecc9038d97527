import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutPermissionCommand,
  PutRuleCommand,
  PutTargetsCommand,
} from "@aws-sdk/client-eventbridge";
import { beforeAll, expect, test } from "vitest";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem();
const account = "111122223333";
const envelope = { source: "s", "detail-type": "d", account, detail: {}, event_bus_name: "theirs" };

beforeAll(async () => {
  const client = new EventBridgeClient({
    endpoint: system.endpoints.events ?? "",
    region: "us-east-1",
    credentials: { accessKeyId: "any", secretAccessKey: "any" },
  });
  const EventBusName = "theirs";
  await client.send(new CreateEventBusCommand({ Name: EventBusName }));
  await client.send(
    new PutRuleCommand({ Name: "r", EventBusName, EventPattern: '{"source":["s","broken"]}' }),
  );
  const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
  await client.send(
    new PutTargetsCommand({
      Rule: "r",
      EventBusName,
      Targets: [
        { Id: "there", Arn: arnOf("expireReviews") },
        { Id: "gone", Arn: arnOf("gone"), RetryPolicy: { MaximumRetryAttempts: 0 } },
      ],
    }),
  );
  await client.send(
    new PutPermissionCommand({
      EventBusName,
      Action: "events:PutEvents",
      Principal: account,
      StatementId: "s",
    }),
  );
  client.destroy();
});

const put = (body: unknown) => system.api()("POST", "/_local/events", body);

test("an event put as a customer's account returns how many functions accepted it", async () => {
  const { status, body } = await put(envelope);
  expect([status, body]).toEqual([200, { delivered: 1 }]);
});

test("an event that no function accepts becomes a dead letter and is logged by its id only", async () => {
  await put({ ...envelope, id: "lost-1", detail: { text: "not for the log" } });
  expect(system.deadLetters.map(({ event }) => event.id)).toContain("lost-1");
  const line = system.lines.find((entry) => entry.event_id === "lost-1");
  expect(line).toMatchObject({ event: "dead_letter", attempts: 1 });
  expect(JSON.stringify(line)).not.toContain("not for the log");
});

test("an account that the bus does not admit is denied with a reason", async () => {
  const { status, body } = await put({ ...envelope, account: "999999999999" });
  expect([status, body.delivered]).toEqual([200, 0]);
  expect(body.denied).toContain("999999999999");
  expect((await put({ ...envelope, event_bus_name: "none" })).body.denied).toContain("none");
});

test("an envelope without bus or account is refused", async () => {
  const { status, body } = await put({ source: "s", "detail-type": "d" });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(/event_bus_name.*account|account.*event_bus_name/);
});
