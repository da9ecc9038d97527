import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { CfnInclude } from "aws-cdk-lib/cloudformation-include";
import { describe, expect, test } from "vitest";
import { infrastructureTemplate } from "#shared/domain/eventbus/customer-templates.ts";

/* Reads the template that a customer deploys, with the library that is loaded here already. */

const BUS =
  "arn:aws:events:us-east-1:000000000000:event-bus/customer-7d9a4c1e-0000-4000-8000-000000000001";

/** The template, parsed by the CDK's CloudFormation parser and serialised again. */
function parsedByCdk() {
  const folder = mkdtempSync(join(tmpdir(), "countersign-template-"));
  try {
    const templateFile = join(folder, "template.json");
    writeFileSync(templateFile, JSON.stringify(infrastructureTemplate(BUS)));
    const stack = new Stack(
      new App({ builtinCloudFormationValidation: false, outdir: join(folder, "out") }),
      "Customer",
    );
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

  test.each(["eu-central-1", "us-east-1"])(
    "takes a bus in %s, and forwards to it from whatever region it is deployed in",
    (region) => {
      const bus = BUS.replace("us-east-1", region);
      const { Parameters, ...rest } = infrastructureTemplate(bus) as {
        Parameters: { PlatformBusArn: { Default: string; AllowedPattern: string } };
      };
      expect(Parameters.PlatformBusArn.Default).toBe(bus);
      expect(bus).toMatch(new RegExp(Parameters.PlatformBusArn.AllowedPattern));
      expect(JSON.stringify(rest)).not.toMatch(/[a-z]{2}-[a-z]+-\d|RoleName|AWS::Region/);
    },
  );

  test("forwards with a role that may put events on that bus and nothing else", () => {
    template.hasResourceProperties("AWS::IAM::Role", {
      AssumeRolePolicyDocument: {
        Statement: [{ Principal: { Service: "events.amazonaws.com" }, Action: "sts:AssumeRole" }],
      },
      ManagedPolicyArns: Match.absent(),
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
