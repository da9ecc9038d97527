import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DeleteRuleCommand,
  DescribeEventBusCommand,
  EventBridgeClient,
  ListTagsForResourceCommand,
  ListTargetsByRuleCommand,
  PutEventsCommand,
  PutPermissionCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemovePermissionCommand,
  RemoveTargetsCommand,
} from "@aws-sdk/client-eventbridge";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { DeadLetter } from "#infra/local/aws/eventbridge/delivery.ts";
import {
  type EventBridgeOptions,
  startEventBridge,
} from "#infra/local/aws/eventbridge/eventbridge.ts";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { FunctionError } from "#infra/local/runtime/instance.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import { eventually } from "#test/support/eventually.ts";

const START = Date.UTC(2026, 0, 1);
const OURS = "000000000000";
const THEIRS = "111122223333";
const FUNCTION = `arn:aws:lambda:us-east-1:${OURS}:function:receiver`;
const bus = "customer-t1";

async function start(options: Partial<EventBridgeOptions> = {}) {
  const clock = { at: START };
  const invoked: { arn: string; payload: unknown }[] = [];
  const deadLetters: DeadLetter[] = [];
  const server = await startEventBridge({
    stage: "test",
    file: null,
    now: () => clock.at,
    account: OURS,
    region: "us-east-1",
    invoke: async (arn, payload) => invoked.push({ arn, payload }),
    onDeadLetter: (letter) => deadLetters.push(letter),
    ...options,
  });
  onTestFinished(() => server.close());
  const clientOf = (accessKeyId: string) => {
    const client = new EventBridgeClient({
      endpoint: server.url,
      region: "us-east-1",
      credentials: { accessKeyId, secretAccessKey: "x" },
      maxAttempts: 1,
    });
    onTestFinished(() => client.destroy());
    return client;
  };
  return { server, clock, invoked, deadLetters, ours: clientOf("AKID"), theirs: clientOf(THEIRS) };
}

const refusal = (name: string, message = "") =>
  expect.objectContaining({ name, message: expect.stringContaining(message) });

const rule = { Name: "forward", EventBusName: bus, EventPattern: '{"source":["s"]}' };
const target = { Id: "receiver", Arn: FUNCTION };
const permission = {
  EventBusName: bus,
  Action: "events:PutEvents",
  Principal: THEIRS,
  StatementId: `customer-${THEIRS}`,
};

/** A bus with a rule, a target and a permission for the other account. */
async function provisioned(client: EventBridgeClient, more: object = {}) {
  await client.send(new CreateEventBusCommand({ Name: bus }));
  await client.send(new PutRuleCommand(rule));
  await client.send(
    new PutTargetsCommand({
      Rule: rule.Name,
      EventBusName: bus,
      Targets: [{ ...target, ...more }],
    }),
  );
  await client.send(new PutPermissionCommand(permission));
}

const entry = { Source: "s", DetailType: "d", Detail: '{"a":1}', EventBusName: bus };
const envelope = { id: "e1", account: THEIRS, source: "s", "detail-type": "d", detail: { a: 1 } };

describe("buses", () => {
  test("are created once, described with their policy and deleted for good", async () => {
    const { ours } = await start();
    const made = await ours.send(
      new CreateEventBusCommand({ Name: bus, Tags: [{ Key: "tenant_id", Value: "t1" }] }),
    );
    expect(made.EventBusArn).toBe(`arn:aws:events:us-east-1:${OURS}:event-bus/${bus}`);
    await expect(ours.send(new CreateEventBusCommand({ Name: bus }))).rejects.toEqual(
      refusal("ResourceAlreadyExistsException", `Event bus ${bus} already exists.`),
    );
    const described = await ours.send(new DescribeEventBusCommand({ Name: made.EventBusArn }));
    expect(described).toMatchObject({ Name: bus, CreationTime: new Date(START) });
    expect(described.Policy).toBeUndefined();
    for (const _ of ["first", "repeated"])
      await ours.send(new DeleteEventBusCommand({ Name: bus }));
    await expect(ours.send(new DescribeEventBusCommand({ Name: bus }))).rejects.toEqual(
      refusal("ResourceNotFoundException", `Event bus ${bus} does not exist.`),
    );
  });

  test("beyond the quota are refused", async () => {
    const { ours } = await start({ quotas: { buses: 2 } });
    await ours.send(new CreateEventBusCommand({ Name: "a" }));
    await expect(ours.send(new CreateEventBusCommand({ Name: "b" }))).rejects.toEqual(
      refusal("LimitExceededException"),
    );
  });

  test("with a rule cannot be deleted, nor can the default one", async () => {
    const { ours } = await start();
    await provisioned(ours);
    await expect(ours.send(new DeleteEventBusCommand({ Name: bus }))).rejects.toEqual(
      refusal("ValidationException", "EventBus can't be deleted since it has rules."),
    );
    await expect(ours.send(new DeleteEventBusCommand({ Name: "default" }))).rejects.toEqual(
      refusal("ValidationException", "default"),
    );
  });

  test("return the tags that they were created with", async () => {
    const { ours } = await start();
    const Tags = [{ Key: "a", Value: "1" }];
    const { EventBusArn: ResourceARN } = await ours.send(
      new CreateEventBusCommand({ Name: bus, Tags }),
    );
    const told = await ours.send(new ListTagsForResourceCommand({ ResourceARN }));
    expect(told.Tags).toEqual(Tags);
    await expect(
      ours.send(new ListTagsForResourceCommand({ ResourceARN: `${ResourceARN}x` })),
    ).rejects.toEqual(refusal("ResourceNotFoundException"));
  });
});

describe("a bus's policy", () => {
  test("is set by statement id, shown in the description and removed once", async () => {
    const { ours } = await start();
    await provisioned(ours);
    await ours.send(new PutPermissionCommand(permission));
    const { Policy, Arn } = await ours.send(new DescribeEventBusCommand({ Name: bus }));
    expect(JSON.parse(Policy ?? "")).toEqual({
      Version: "2012-10-17",
      Statement: [
        {
          Sid: permission.StatementId,
          Effect: "Allow",
          Principal: { AWS: `arn:aws:iam::${THEIRS}:root` },
          Action: "events:PutEvents",
          Resource: Arn,
        },
      ],
    });
    const { StatementId, EventBusName } = permission;
    const remove = () => ours.send(new RemovePermissionCommand({ StatementId, EventBusName }));
    await remove();
    await expect(remove()).rejects.toEqual(
      refusal("ResourceNotFoundException", "EventBus does not have a policy."),
    );
  });

  test("longer than its quota is refused", async () => {
    const { ours } = await start({ quotas: { policyCharacters: 300 } });
    await provisioned(ours);
    await expect(
      ours.send(new PutPermissionCommand({ ...permission, StatementId: "x".repeat(60) })),
    ).rejects.toEqual(refusal("PolicyLengthExceededException"));
  });

  test("admits only those it names", async () => {
    const { ours, theirs } = await start();
    await ours.send(new CreateEventBusCommand({ Name: bus }));
    const put = async () =>
      (await theirs.send(new PutEventsCommand({ Entries: [entry] }))).Entries?.[0]?.ErrorCode;
    expect(await put()).toBe("AccessDeniedException");
    await ours.send(new PutPermissionCommand({ ...permission, Principal: "999999999999" }));
    expect(await put()).toBe("AccessDeniedException");
    await ours.send(new PutPermissionCommand(permission));
    expect(await put()).toBeUndefined();
  });

  test("lets no other account administer a bus", async () => {
    const { theirs } = await start();
    await expect(theirs.send(new CreateEventBusCommand({ Name: bus }))).rejects.toEqual(
      refusal("AccessDeniedException", "events:CreateEventBus"),
    );
  });
});

describe("rules and targets", () => {
  test("an upsert clears omitted fields and keeps targets", async () => {
    const { server, ours } = await start();
    await provisioned(ours);
    const first = await ours.send(new PutRuleCommand({ ...rule, Description: "d" }));
    expect(first.RuleArn).toBe(`arn:aws:events:us-east-1:${OURS}:rule/${bus}/forward`);
    await ours.send(new PutRuleCommand(rule));
    expect(server.read().get(bus)?.rules[0]?.description).toBeNull();
    const { Targets } = await ours.send(
      new ListTargetsByRuleCommand({ Rule: rule.Name, EventBusName: bus }),
    );
    expect(Targets).toEqual([target]);
  });

  test("are looked up on the default bus unless a bus is named", async () => {
    const { server, ours } = await start();
    await provisioned(ours);
    const rulesOn = (name: string) =>
      server
        .read()
        .get(name)
        ?.rules.map((one) => one.name);
    expect(rulesOn("default")).not.toContain(rule.Name);
    await ours.send(new DeleteRuleCommand({ Name: rule.Name }));
    expect(rulesOn(bus)).toEqual([rule.Name]);
  });

  test("a rule with targets cannot be deleted; an unknown target is a failed entry; deleting an unknown rule succeeds", async () => {
    const { ours } = await start();
    await provisioned(ours);
    const remove = new DeleteRuleCommand({ Name: rule.Name, EventBusName: bus });
    await expect(ours.send(remove)).rejects.toEqual(
      refusal("ValidationException", "Rule can't be deleted since it has targets."),
    );
    const removed = await ours.send(
      new RemoveTargetsCommand({ Rule: rule.Name, EventBusName: bus, Ids: ["receiver", "x"] }),
    );
    expect(removed).toMatchObject({
      FailedEntryCount: 1,
      FailedEntries: [{ TargetId: "x", ErrorCode: "ResourceNotFoundException" }],
    });
    for (const _ of ["first", "repeated"]) await ours.send(remove);
    await expect(
      ours.send(new ListTargetsByRuleCommand({ Rule: rule.Name, EventBusName: bus })),
    ).rejects.toEqual(refusal("ResourceNotFoundException"));
  });

  test("quotas and malformed input are refused with the real error names", async () => {
    const { ours } = await start({ quotas: { rulesPerBus: 1, patternCharacters: 60 } });
    await provisioned(ours);
    const put = (more: object) => ours.send(new PutRuleCommand({ ...rule, ...more }));
    await expect(put({ Name: "second" })).rejects.toEqual(refusal("LimitExceededException"));
    await expect(put({ EventPattern: `{"source":["${"x".repeat(60)}"]}` })).rejects.toEqual(
      refusal("LimitExceededException"),
    );
    await expect(put({ EventPattern: '{"source":"s"}' })).rejects.toEqual(
      refusal("InvalidEventPatternException", "Event pattern is not valid. Reason:"),
    );
    await expect(put({ EventPattern: undefined })).rejects.toEqual(refusal("ValidationException"));
    const putTargets = (Targets: { Id: string; Arn: string; [more: string]: unknown }[]) =>
      ours.send(new PutTargetsCommand({ Rule: rule.Name, EventBusName: bus, Targets }));
    await expect(
      putTargets(["a", "b", "c", "d", "e"].map((Id) => ({ Id, Arn: FUNCTION }))),
    ).rejects.toEqual(refusal("LimitExceededException"));
    await expect(putTargets([{ Id: "a", Arn: "receiver" }])).rejects.toEqual(
      refusal("ValidationException", "not in correct format"),
    );
    const toBus = { Id: "a", Arn: `arn:aws:events:us-east-1:${OURS}:event-bus/x` };
    await expect(
      putTargets([{ ...toBus, InputTransformer: { InputTemplate: "{}" } }]),
    ).rejects.toEqual(refusal("ValidationException", "InputTransformer is not supported"));
  });
});

describe("events", () => {
  test("reach the targets of matching rules, shaped by the template", async () => {
    const { ours, theirs, invoked } = await start();
    await provisioned(ours, {
      InputTransformer: { InputTemplate: '{"tenant_id":"t1","event":<aws.events.event.json>}' },
    });
    const sent = await theirs.send(
      new PutEventsCommand({ Entries: [entry, { ...entry, Source: "other" }] }),
    );
    expect(sent.FailedEntryCount).toBe(0);
    expect(invoked).toEqual([
      {
        arn: FUNCTION,
        payload: {
          tenant_id: "t1",
          event: {
            version: "0",
            id: sent.Entries?.[0]?.EventId,
            "detail-type": "d",
            source: "s",
            account: THEIRS,
            time: "2026-01-01T00:00:00Z",
            region: "us-east-1",
            resources: [],
            detail: { a: 1 },
          },
        },
      },
    ]);
  });

  test("are refused one by one, each with its own fault", async () => {
    const { ours, invoked } = await start();
    await provisioned(ours);
    const answer = await ours.send(
      new PutEventsCommand({
        Entries: [
          entry,
          { ...entry, Source: "aws.sagemaker" },
          { ...entry, Detail: "[" },
          { ...entry, DetailType: "" },
          { ...entry, EventBusName: "none" },
        ],
      }),
    );
    expect(answer.FailedEntryCount).toBe(4);
    expect(answer.Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      undefined,
      "NotAuthorizedForSourceException",
      "MalformedDetail",
      "InvalidArgument",
      "InvalidArgument",
    ]);
    expect(invoked).toHaveLength(1);
  });

  test("of another account on the default bus start no work of ours, even if that account may put them there", async () => {
    const { server, ours, invoked } = await start();
    const everyone = { Principal: "*", Action: "events:PutEvents", StatementId: "Everyone" };
    await ours.send(new PutPermissionCommand({ EventBusName: "default", ...everyone }));
    const rules = Object.values(jobs).flatMap(({ event }: Job) => event ?? []);
    expect(rules.length).toBeGreaterThan(1);
    for (const { source = "countersign.test", detailTypes } of rules) {
      for (const type of detailTypes) {
        const announced = { ...envelope, source, "detail-type": type };
        expect(await server.forward("default", announced)).toEqual({ delivered: 0 });
      }
    }
    expect(invoked).toEqual([]);
  });

  test("forwarded by another account's bus arrive unchanged, or are denied with a reason", async () => {
    const { server, ours, invoked } = await start();
    const aws = { ...envelope, source: "aws.sagemaker", more: [1] };
    expect(await server.forward(bus, aws)).toEqual({
      delivered: 0,
      denied: `Event bus ${bus} does not exist.`,
    });
    await provisioned(ours);
    await ours.send(new PutRuleCommand({ ...rule, EventPattern: '{"source":["aws.sagemaker"]}' }));
    expect(await server.forward(bus, aws)).toEqual({ delivered: 1 });
    expect(await server.forward(bus, envelope)).toEqual({ delivered: 0 });
    expect(await server.forward(bus, { ...aws, account: "999999999999" })).toEqual({
      delivered: 0,
      denied: `Account 999999999999 may not put events on event bus ${bus}.`,
    });
    expect(invoked.map(({ payload }) => payload)).toEqual([aws]);
  });
});

describe("a delivery that fails", () => {
  const DeadLetterConfig = { Arn: "arn:aws:sqs:us-east-1:000000000000:dead" };

  test("is retried as the clock advances until it succeeds", async () => {
    const attempts: number[] = [];
    const invoke = vi.fn(async () => {
      attempts.push(clock.at - START);
      if (attempts.length < 3) throw new Error("down");
    });
    const { server, clock, ours, deadLetters } = await start({ invoke });
    await provisioned(ours, { DeadLetterConfig });
    expect(await server.forward(bus, envelope)).toEqual({ delivered: 0 });
    for (const seconds of [1, 2]) {
      clock.at += seconds * 1000;
      server.rearm();
      await eventually(() => expect(attempts).toHaveLength(seconds + 1));
    }
    expect(attempts).toEqual([0, 1000, 3000]);
    expect(deadLetters).toEqual([]);
  });

  test("goes to the dead-letter queue after the attempts its target allows", async () => {
    const { server, clock, ours, deadLetters } = await start({
      invoke: async () => {
        throw new Error("down");
      },
    });
    await provisioned(ours, { DeadLetterConfig, RetryPolicy: { MaximumRetryAttempts: 1 } });
    await server.forward(bus, envelope);
    expect(deadLetters).toEqual([]);
    clock.at += 1000;
    server.rearm();
    await eventually(() => expect(deadLetters).toHaveLength(1));
    expect(deadLetters[0]).toMatchObject({
      queueArn: DeadLetterConfig.Arn,
      targetArn: FUNCTION,
      attempts: 2,
      reason: "down",
      event: envelope,
    });
  });

  test("to a function that ran and failed is retried twice, as Lambda does, whatever the policy", async () => {
    const attempts: number[] = [];
    const { server, clock, ours, deadLetters } = await start({
      invoke: async () => {
        attempts.push(clock.at - START);
        throw new FunctionError("Error: failed");
      },
    });
    await provisioned(ours, { DeadLetterConfig });
    await server.forward(bus, envelope);
    for (const seconds of [60, 120]) {
      const made = attempts.length;
      clock.at += seconds * 1000;
      server.rearm();
      await eventually(() => expect(attempts).toHaveLength(made + 1));
    }
    await eventually(() => expect(deadLetters).toHaveLength(1));
    expect(attempts).toEqual([0, 60_000, 180_000]);
  });

  test("goes there when the event is older than its target allows", async () => {
    const { server, clock, ours, deadLetters } = await start({
      invoke: async () => {
        throw new Error("down");
      },
    });
    await provisioned(ours, { DeadLetterConfig, RetryPolicy: { MaximumEventAgeInSeconds: 60 } });
    await server.forward(bus, envelope);
    clock.at += 61_000;
    server.rearm();
    await eventually(() => expect(deadLetters).toHaveLength(1));
  });
});

test("the default bus delivers to each job the event its entry names, through its own rule", async () => {
  const job = {
    id: "workDiscovery",
    area: "discovery",
    summary: "works",
    timeoutSeconds: 9,
    needs: {},
  } as const;
  const event = { detailTypes: ["DiscoveryJobQueued"] };
  const { server, ours, invoked } = await start({ jobs: [job, { ...job, id: "other", event }] });
  expect(server.read().get("default")?.rules).toMatchObject([{ name: "other" }]);
  const put = {
    Source: "countersign.test",
    DetailType: event.detailTypes[0],
    Detail: '{"run_id":"r1"}',
  };
  const others = [
    { ...put, DetailType: "Else" },
    { ...put, Source: "countersign.prod", Detail: '{"run_id":"of another stage"}' },
  ];
  await ours.send(new PutEventsCommand({ Entries: [put, ...others] }));
  expect(invoked).toMatchObject([
    {
      arn: `arn:aws:lambda:us-east-1:${OURS}:function:other`,
      payload: { "detail-type": "DiscoveryJobQueued", detail: { run_id: "r1" } },
    },
  ]);
});

describe("state on disk", () => {
  async function folder() {
    const path = await mkdtemp(join(tmpdir(), "countersign-buses-"));
    onTestFinished(() => rm(path, { recursive: true }));
    return join(path, "state", "event-buses.json");
  }

  test("survives a restart: buses, policies, rules and targets", async () => {
    const file = await folder();
    const first = await start({ file });
    await provisioned(first.ours);
    await first.server.close();
    const second = await start({ file });
    expect(await second.server.forward(bus, envelope)).toEqual({ delivered: 1 });
    expect(second.invoked).toHaveLength(1);
  });

  test("is refused when damaged, with one sentence that says what to do", async () => {
    const file = await folder();
    await (await start({ file })).server.close();
    const text = await readFile(file, "utf8");
    for (const damaged of ["{", text.replace('"rules"', '"rulez"')]) {
      await writeFile(file, damaged);
      await expect(start({ file })).rejects.toThrow(/is damaged: .*delete the state folder/);
    }
  });
});

test("a refused call changes nothing; one whose response is lost has taken effect", async () => {
  let fault: "before" | "after" | null = "before";
  const fail = (when: string) => () => {
    if (fault === when) throw new AwsError("ThrottlingException", "Rate exceeded");
  };
  const { ours } = await start({ authorize: fail("before"), beforeAnswer: fail("after") });
  const create = () => ours.send(new CreateEventBusCommand({ Name: bus }));
  await expect(create()).rejects.toEqual(refusal("ThrottlingException"));
  fault = "after";
  await expect(create()).rejects.toEqual(refusal("ThrottlingException"));
  fault = null;
  await expect(create()).rejects.toEqual(refusal("ResourceAlreadyExistsException"));
});
