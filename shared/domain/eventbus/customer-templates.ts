import { customerPattern } from "./ai-events.ts";
import { statementIdOf } from "./bus-names.ts";

/** A JSON document for a customer or an auditor; plain data. */
export type Template = Record<string, unknown>;

const RETENTION_SECONDS = 14 * 24 * 3600;

/**
 * A CloudFormation template for the customer's account: a rule on the default bus that forwards
 * exactly the AI events to the platform's bus, the rule's role, and a dead-letter queue for events
 * that could not be forwarded. One stack per region in which AI is used.
 */
export const infrastructureTemplate = (busArn: string): Template => ({
  AWSTemplateFormatVersion: "2010-09-09",
  Description:
    "Forwards events about SageMaker and Bedrock to Countersign. Create one stack in each region " +
    "in which AI is used. API calls are reported only where a CloudTrail trail is logging " +
    "management events (write) in that region.",
  Parameters: {
    PlatformBusArn: {
      Type: "String",
      Default: busArn,
      AllowedPattern: "^arn:aws[a-z-]*:events:[a-z0-9-]+:[0-9]{12}:event-bus/customer-[0-9a-f-]+$",
      Description: "The event bus that Countersign provides for your account",
    },
  },
  Resources: {
    ForwardRole: forwardRole,
    ForwardRule: forwardRule(),
    DeadLetterQueue: {
      Type: "AWS::SQS::Queue",
      Properties: { MessageRetentionPeriod: RETENTION_SECONDS, SqsManagedSseEnabled: true },
    },
    DeadLetterQueuePolicy: deadLetterQueuePolicy,
  },
  Outputs: {
    RuleArn: { Value: { "Fn::GetAtt": ["ForwardRule", "Arn"] } },
    DeadLetterQueueUrl: { Value: { Ref: "DeadLetterQueue" } },
  },
});

const forwardRole = {
  Type: "AWS::IAM::Role",
  Properties: {
    Description: "Lets EventBridge put AI events on the bus of Countersign, and nothing else",
    AssumeRolePolicyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Service: "events.amazonaws.com" },
          Action: "sts:AssumeRole",
          Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
        },
      ],
    },
    Policies: [
      {
        PolicyName: "PutEventsOnPlatformBus",
        PolicyDocument: {
          Version: "2012-10-17",
          Statement: [
            { Effect: "Allow", Action: "events:PutEvents", Resource: { Ref: "PlatformBusArn" } },
          ],
        },
      },
    ],
  },
};

const forwardRule = () => ({
  Type: "AWS::Events::Rule",
  Properties: {
    Description: "AI events to Countersign",
    State: "ENABLED",
    EventPattern: customerPattern(),
    Targets: [
      {
        Id: "countersign",
        Arn: { Ref: "PlatformBusArn" },
        RoleArn: { "Fn::GetAtt": ["ForwardRole", "Arn"] },
        RetryPolicy: { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 },
        DeadLetterConfig: { Arn: { "Fn::GetAtt": ["DeadLetterQueue", "Arn"] } },
      },
    ],
  },
});

const deadLetterQueuePolicy = {
  Type: "AWS::SQS::QueuePolicy",
  Properties: {
    Queues: [{ Ref: "DeadLetterQueue" }],
    PolicyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Service: "events.amazonaws.com" },
          Action: "sqs:SendMessage",
          Resource: { "Fn::GetAtt": ["DeadLetterQueue", "Arn"] },
          Condition: { ArnEquals: { "aws:SourceArn": { "Fn::GetAtt": ["ForwardRule", "Arn"] } } },
        },
      ],
    },
  },
};

/** The resource policy of the platform's bus: only that account may put events on it. */
export const accessPolicyTemplate = (busArn: string, account: string): Template => ({
  Version: "2012-10-17",
  Statement: [
    {
      Sid: statementIdOf(account),
      Effect: "Allow",
      Principal: { AWS: `arn:aws:iam::${account}:root` },
      Action: "events:PutEvents",
      Resource: busArn,
    },
  ],
});
