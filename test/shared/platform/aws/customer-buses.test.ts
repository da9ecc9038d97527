import {
  ConcurrentModificationException,
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DeleteRuleCommand,
  DescribeEventBusCommand,
  EventBridgeClient,
  ListTagsForResourceCommand,
  ListTargetsByRuleCommand,
  PutPermissionCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemovePermissionCommand,
  RemoveTargetsCommand,
  ResourceAlreadyExistsException,
  ResourceNotFoundException,
} from "@aws-sdk/client-eventbridge";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { buildBus, demolishBus } from "#shared/domain/eventbus/build-bus.ts";
import { TENANT_TAG } from "#shared/domain/eventbus/bus-names.ts";
import { busWork } from "#shared/platform/aws/customer-buses.ts";

const client = mockClient(EventBridgeClient);
afterAll(() => {
  client.restore();
});
const platform = {
  account: "000000000000",
  region: "us-east-1",
  receiverArn: "arn:aws:lambda:us-east-1:000000000000:function:receiver",
  deadLetterQueueArn: "arn:aws:sqs:us-east-1:000000000000:dead",
};
const customer = { tenantId: "t1", account: "111122223333" };
const EventBusName = "customer-t1";
const fault = { message: "m", $metadata: {} };
const failed = (ErrorCode: string) => ({ FailedEntryCount: 1, FailedEntries: [{ ErrorCode }] });

beforeEach(() => {
  client.reset();
  client.onAnyCommand().resolves({});
  client.on(PutTargetsCommand).resolves({ FailedEntryCount: 0 });
  client.on(RemoveTargetsCommand).resolves({ FailedEntryCount: 0 });
  client.on(ListTargetsByRuleCommand).resolves({ Targets: [{ Id: "receiver", Arn: "a" }] });
});

const build = () => buildBus(busWork(1500), platform, customer);
const demolish = () => demolishBus(busWork(1500), customer);

describe("building", () => {
  test("sends each call complete, so that no argument becomes null", async () => {
    expect(await build()).toBe("built");
    expect(client.commandCalls(PutRuleCommand)[0]?.args[0].input).toEqual({
      Name: "ai-events",
      EventBusName,
      EventPattern: '{"account":["111122223333"],"source":["aws.sagemaker","aws.bedrock"]}',
      Description: expect.any(String),
      State: "ENABLED",
    });
    expect(client.commandCalls(PutTargetsCommand)[0]?.args[0].input).toEqual({
      Rule: "ai-events",
      EventBusName,
      Targets: [
        {
          Id: "receiver",
          Arn: platform.receiverArn,
          InputTransformer: {
            InputTemplate: '{"tenant_id": "t1", "event": <aws.events.event.json>}',
          },
          RetryPolicy: { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 },
          DeadLetterConfig: { Arn: platform.deadLetterQueueArn },
        },
      ],
    });
    expect(client.commandCalls(PutPermissionCommand)[0]?.args[0].input).toEqual({
      EventBusName,
      Action: "events:PutEvents",
      Principal: "111122223333",
      StatementId: "customer-111122223333",
    });
  });

  test("notices a failed target behind a 200, and retries it", async () => {
    client
      .on(PutTargetsCommand)
      .resolvesOnce(failed("ConcurrentModificationException"))
      .resolves({ FailedEntryCount: 0 });
    expect(await build()).toBe("built");
    expect(client.commandCalls(PutTargetsCommand)).toHaveLength(2);
  });

  test("grants no permission while the target keeps failing", async () => {
    client.on(PutTargetsCommand).resolves(failed("InternalException"));
    expect(await build()).toBe("busy");
    expect(client.commandCalls(PutPermissionCommand)).toEqual([]);
  });

  test("continues with a bus that has its tag, and leaves any other alone", async () => {
    client.on(CreateEventBusCommand).rejects(new ResourceAlreadyExistsException(fault));
    client.on(DescribeEventBusCommand).resolves({ Arn: "arn" });
    client
      .on(ListTagsForResourceCommand)
      .resolvesOnce({ Tags: [{ Key: "countersign:tenant_id", Value: "t1" }] })
      .resolves({ Tags: [{ Key: "countersign:tenant_id", Value: "t2" }] });
    expect(await build()).toBe("built");
    expect(await build()).toBe("name_taken");
    expect(client.commandCalls(PutRuleCommand)).toHaveLength(1);
  });

  test("retries a call that conflicted with another change", async () => {
    client
      .on(PutPermissionCommand)
      .rejectsOnce(new ConcurrentModificationException(fault))
      .resolves({});
    expect(await build()).toBe("built");
  });

  test("passes on any other failure without the provider's message", async () => {
    client.on(PutRuleCommand).rejects(new Error("secret detail"));
    await expect(build()).rejects.toMatchObject({
      code: "dependency_unavailable",
      message: expect.not.stringContaining("secret detail"),
    });
  });
});

describe("removing", () => {
  const tags = (Value: string) =>
    client.on(ListTagsForResourceCommand).resolves({ Tags: [{ Key: TENANT_TAG, Value }] });
  beforeEach(() => {
    tags(customer.tenantId);
  });

  test("leaves alone a bus without the tenant's tag", async () => {
    tags("somebody-else");
    expect(await demolish()).toBe("gone");
    const asked = client.calls().map(({ args }) => args[0].constructor.name);
    expect(asked).toEqual(["DescribeEventBusCommand", "ListTagsForResourceCommand"]);
  });

  test("does nothing to a rule while its targets cannot be removed", async () => {
    client.on(RemoveTargetsCommand).resolves(failed("ConcurrentModificationException"));
    expect(await demolish()).toBe("busy");
    expect(client.commandCalls(DeleteRuleCommand)).toEqual([]);
  });

  test("treats a missing target as removed", async () => {
    client.on(RemoveTargetsCommand).resolves(failed("ResourceNotFoundException"));
    expect(await demolish()).toBe("gone");
  });

  test("treats whatever is missing as removed, at each step", async () => {
    const nothing = new ResourceNotFoundException(fault);
    client.on(ListTargetsByRuleCommand).rejects(nothing);
    client.on(DeleteRuleCommand).rejects(nothing);
    client.on(RemovePermissionCommand).rejects(nothing);
    client.on(DeleteEventBusCommand).rejects(nothing);
    expect(await demolish()).toBe("gone");
    expect(client.commandCalls(RemoveTargetsCommand)).toEqual([]);
  });
});
