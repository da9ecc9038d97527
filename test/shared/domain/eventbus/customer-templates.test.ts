import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { CfnInclude } from "aws-cdk-lib/cloudformation-include";
import { describe, expect, test } from "vitest";
import { readEventPattern } from "#infra/local/aws/eventbridge/event-pattern.ts";
import { mayPutEvents } from "#infra/local/aws/eventbridge/policy.ts";
import { customerPattern, platformPattern } from "#shared/domain/eventbus/ai-events.ts";
import {
  accessPolicyTemplate,
  infrastructureTemplate,
} from "#shared/domain/eventbus/customer-templates.ts";
import { relevanceOf } from "#shared/domain/eventbus/envelope.ts";
import { ACCOUNT } from "#test/support/eventbus-fixture.ts";
import { call, deleteEndpoint, noise, samples } from "#test/support/sample-events.ts";

const TENANT = "7d9a4c1e-0000-4000-8000-000000000001";
const BUS = `arn:aws:events:us-east-1:000000000000:event-bus/customer-${TENANT}`;

/** The template, parsed by the CDK's CloudFormation parser and serialised again. */
function parsedByCdk() {
  const folder = mkdtempSync(join(tmpdir(), "countersign-template-"));
  try {
    const templateFile = join(folder, "template.json");
    writeFileSync(templateFile, JSON.stringify(infrastructureTemplate(BUS)));
    const stack = new Stack(new App({ outdir: join(folder, "out") }), "Customer");
    new CfnInclude(stack, "Included", { templateFile });
    return Template.fromStack(stack);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the infrastructure template", () => {
  const template = parsedByCdk();

  test("survives a round trip through CloudFormation's parser", () => {
    const { Resources, Parameters, Outputs } = infrastructureTemplate(BUS);
    expect(template.toJSON()).toMatchObject({ Resources, Parameters, Outputs } as never);
  });

  test("has the platform's bus as the parameter's default, within the pattern it allows", () => {
    const { PlatformBusArn } = template.toJSON().Parameters;
    expect(PlatformBusArn.Default).toBe(BUS);
    expect(BUS).toMatch(new RegExp(PlatformBusArn.AllowedPattern));
  });

  test("forwards with a role that may put events on that bus and nothing else", () => {
    template.hasResourceProperties("AWS::IAM::Role", {
      AssumeRolePolicyDocument: {
        Statement: [{ Principal: { Service: "events.amazonaws.com" }, Action: "sts:AssumeRole" }],
      },
      Policies: [
        {
          PolicyDocument: {
            Statement: [
              { Effect: "Allow", Action: "events:PutEvents", Resource: { Ref: "PlatformBusArn" } },
            ],
          },
        },
      ],
    });
    template.hasResourceProperties("AWS::Events::Rule", {
      EventBusName: Match.absent(),
      State: "ENABLED",
      Targets: [
        {
          Arn: { Ref: "PlatformBusArn" },
          RoleArn: { "Fn::GetAtt": ["ForwardRole", "Arn"] },
          RetryPolicy: { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 },
          DeadLetterConfig: { Arn: { "Fn::GetAtt": ["DeadLetterQueue", "Arn"] } },
          InputTransformer: Match.absent(),
        },
      ],
    });
  });

  test("keeps undeliverable events in a queue that only this rule may write to", () => {
    template.hasResourceProperties("AWS::SQS::QueuePolicy", {
      PolicyDocument: {
        Statement: [
          {
            Principal: { Service: "events.amazonaws.com" },
            Action: "sqs:SendMessage",
            Condition: { ArnEquals: { "aws:SourceArn": { "Fn::GetAtt": ["ForwardRule", "Arn"] } } },
          },
        ],
      },
    });
  });

  test("says that a CloudTrail trail must be logging", () => {
    expect(template.toJSON().Description).toMatch(/CloudTrail trail is logging/);
  });
});

describe("the customer's pattern", () => {
  const forwards = readEventPattern(JSON.stringify(customerPattern()));
  const takes = readEventPattern(JSON.stringify(platformPattern(ACCOUNT)));

  test("is short enough for a rule and names every call, no prefix", () => {
    const text = JSON.stringify(customerPattern());
    expect(text.length).toBeLessThanOrEqual(2048);
    expect(text).not.toContain("prefix");
  });

  test.each(samples)("forwards $name, and the platform's rule takes it", ({ event }) => {
    expect([forwards(event()), takes(event())]).toEqual([true, true]);
  });

  test("forwards deletions and failed calls, which the webhook distinguishes", () => {
    expect(forwards(deleteEndpoint())).toBe(true);
    expect(forwards(call("sagemaker", "CreateModel", {}, null, { errorCode: "X" }))).toBe(true);
  });

  test.each(noise.map((event) => [`${event["detail-type"]} ${event.detail.eventName}`, event]))(
    "leaves %s at home",
    (_, event) => {
      expect(forwards(event)).toBe(false);
    },
  );

  test("covers the same events as the webhook", () => {
    for (const event of [...samples.map((sample) => sample.event()), ...noise]) {
      const parsed = event as unknown as Parameters<typeof relevanceOf>[0];
      const known = relevanceOf(parsed).relevant;
      expect([event["detail-type"], known]).toEqual([event["detail-type"], forwards(event)]);
    }
  });

  test("matches nothing from another account", () => {
    expect(takes({ ...samples[0]?.event(), account: "999900001111" })).toBe(false);
  });
});

test("the access policy lets that account, and no other, put events on the bus", () => {
  const { Statement } = accessPolicyTemplate(BUS, ACCOUNT) as { Statement: never[] };
  const bus = {
    name: "b",
    arn: BUS,
    createdAt: 0,
    changedAt: 0,
    tags: {},
    statements: Statement,
    rules: [],
  };
  expect(mayPutEvents(bus, ACCOUNT, "000000000000")).toBe(true);
  expect(mayPutEvents(bus, "999900001111", "000000000000")).toBe(false);
  expect(mayPutEvents({ ...bus, arn: `${BUS}x` }, ACCOUNT, "000000000000")).toBe(false);
});
