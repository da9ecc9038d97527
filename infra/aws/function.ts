import { join } from "node:path";
import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as kms from "aws-cdk-lib/aws-kms";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as logs from "aws-cdk-lib/aws-logs";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { distFolder } from "#infra/dist-folder.ts";
import type { FunctionUnit } from "#infra/functions.ts";
import { CUSTOMER_BUSES } from "#infra/policies/events.ts";
import { canaryResources, statementsFor } from "#infra/policies/function-policy.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import { isLogKept } from "./kept-logs.ts";
import {
  apiIdExportOf,
  deadLetterQueueOf,
  functionNameOf,
  linkLogGroupOf,
  logGroupOf,
  secretPrefixOf,
} from "./naming.ts";
import type { Stage } from "./stage.ts";

export interface UnitFunctionProps {
  unit: FunctionUnit;
  stage: Stage;
  arns: ResourceArns;
  environment: Record<string, string>;
  logsKey: kms.IKey;
  reservedConcurrency?: number | undefined;
  /** Invoked asynchronously: an event that fails at every attempt goes to a dead-letter queue. */
  isAsync: boolean;
}

/** Retention of log lines with links, in days: as long as it takes to forward a link. */
const LINK_LOG_DAYS = logs.RetentionDays.ONE_WEEK;

/** One Lambda function from its entry in the tables, with its own role and log group. */
export class UnitFunction extends Construct {
  readonly function: lambda.Function;
  /** Events that failed at every attempt; null for a function that is invoked synchronously. */
  readonly deadLetters: sqs.Queue | null;

  constructor(scope: Construct, { unit, stage, arns, ...props }: UnitFunctionProps) {
    super(scope, unit.id);
    const logGroup = this.#logGroup(unit, stage, props.logsKey);
    this.deadLetters = props.isAsync ? this.#queue(unit, stage) : null;
    this.function = new lambda.Function(this, "Function", {
      functionName: functionNameOf(stage.name, unit.id),
      description: unit.summary,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(join(distFolder, unit.id), { exclude: ["*.map"] }),
      handler: "index.handler",
      memorySize: 512,
      timeout: Duration.seconds(unit.timeoutSeconds),
      environment: props.environment,
      role: this.#role(unit, stage, arns, logGroup).withoutPolicyUpdates(),
      logGroup,
      tracing: lambda.Tracing.ACTIVE,
      ...(this.deadLetters === null ? {} : { deadLetterQueue: this.deadLetters }),
      ...(props.reservedConcurrency === undefined
        ? {}
        : { reservedConcurrentExecutions: props.reservedConcurrency }),
    });
  }

  #role(unit: FunctionUnit, stage: Stage, arns: ResourceArns, logGroup: logs.ILogGroup): iam.Role {
    const role = new iam.Role(this, "Role", {
      assumedBy: new iam.ServicePrincipal("lambda.amazonaws.com"),
      description: `${unit.id}: what its entry in the tables needs, and its own log`,
      inlinePolicies: {
        needs: iam.PolicyDocument.fromJson({
          Version: "2012-10-17",
          Statement: [
            {
              Sid: "OwnLog",
              Effect: "Allow",
              Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
              Resource: [logGroup.logGroupArn],
            },
            {
              Sid: "Trace",
              Effect: "Allow",
              Action: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
              Resource: ["*"],
            },
            ...(this.deadLetters === null ? [] : [sending(this.deadLetters)]),
            ...statementsFor(unit.needs, arns),
          ],
        }),
      },
    });
    Validations.of(role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason:
        "X-Ray's two actions (Trace) and those on a bus's policy (AdministerBusPolicies) have no " +
        "resource type: IAM matches them against * alone.",
    });
    if (isLogKept(unit)) {
      const group = `log-group:${logGroupOf(stage.name, unit.id)}:*`;
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:${group}]`,
        reason: "The streams of the function's own log group.",
      });
    }
    for (const name of tenantEntries(unit)) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${secretArnText(stage, name)}]`,
        reason:
          "One entry for each tenant or connection, created and deleted while the system runs.",
      });
    }
    for (const [pattern, reason] of logResources(unit, stage)) {
      Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${pattern}]`, reason });
    }
    for (const id of apiResources(unit, stage)) {
      Validations.of(role).acknowledge({
        id,
        reason:
          "Reviews have ids; the function behind the path answers for the canary's own alone.",
      });
    }
    if (unit.needs.roles !== undefined) {
      Validations.of(role).acknowledge({
        id: "AwsSolutions-IAM5[Resource::arn:aws:iam::*:role/*]",
        reason: "Customers name the roles that they made for us; each trusts us by an external id.",
      });
    }
    if (unit.needs.buses !== undefined) {
      for (const pattern of [`event-bus/${CUSTOMER_BUSES}`, `rule/${CUSTOMER_BUSES}/*`]) {
        const arn = `arn:<AWS::Partition>:events:<AWS::Region>:<AWS::AccountId>:${pattern}`;
        Validations.of(role).acknowledge({
          id: `AwsSolutions-IAM5[Resource::${arn}]`,
          reason: "One bus and rule for each customer, made and removed while the system runs.",
        });
      }
    }
    return role;
  }

  #queue(unit: FunctionUnit, stage: Stage): sqs.Queue {
    const queue = new sqs.Queue(this, "DeadLetters", {
      queueName: deadLetterQueueOf(stage.name, unit.id),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(queue).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "This is the dead-letter queue of the function beside it.",
    });
    return queue;
  }

  #logGroup(unit: FunctionUnit, stage: Stage, encryptionKey: kms.IKey): logs.ILogGroup {
    if (isLogKept(unit)) {
      return logs.LogGroup.fromLogGroupName(this, "Log", logGroupOf(stage.name, unit.id));
    }
    const common = { removalPolicy: RemovalPolicy.DESTROY, encryptionKey };
    if (!unit.logsLinks) {
      return new logs.LogGroup(this, "Log", {
        ...common,
        logGroupName: logGroupOf(stage.name, unit.id),
        retention: stage.logRetentionDays,
      });
    }
    return new logs.LogGroup(this, "Log", {
      ...common,
      logGroupName: linkLogGroupOf(stage.name, unit.id),
      retention: LINK_LOG_DAYS,
      dataProtectionPolicy: maskedLinks(Stack.of(this).stackName),
    });
  }
}

/** Wildcard resources of the evidence log's functions, with the reason for each. */
function logResources({ needs }: FunctionUnit, stage: Stage): [string, string][] {
  const bucket =
    stage.anchorsBucket ?? `countersign-${stage.name}-anchors-<AWS::AccountId>-<AWS::Region>`;
  return [
    ...(needs.logKey === undefined
      ? []
      : [
          [
            "arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*",
            "A rotation makes another key; every statement demands the tag of the log's keys.",
          ] satisfies [string, string],
        ]),
    ...(needs.anchors === undefined
      ? []
      : [
          [
            `arn:<AWS::Partition>:s3:::${bucket}/*`,
            "One object for each checkpoint, in a bucket that holds nothing else.",
          ] satisfies [string, string],
        ]),
  ];
}

/** API paths with an id that the function may call, as cdk-nag writes the finding. */
function apiResources({ needs: { api } }: FunctionUnit, stage: Stage): string[] {
  const apiArn =
    "arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:" +
    `${apiIdExportOf(stage.name)}/$default`;
  const resources = api === undefined ? [] : canaryResources(apiArn);
  return resources
    .filter((resource) => resource.includes("*"))
    .map((resource) => `AwsSolutions-IAM5[Resource::${resource}]`);
}

/** Secret-store entries whose names contain a tenant or connection id. */
const tenantEntries = ({ needs }: FunctionUnit): string[] =>
  [needs.readSecrets, needs.writeSecrets, needs.describeSecrets]
    .flatMap((names): readonly string[] => names ?? [])
    .filter((name) => name.includes("*"));

/** An entry's ARN as cdk-nag writes it. */
const secretArnText = (stage: Stage, name: string): string =>
  "arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:" +
  `${secretPrefixOf(stage.name)}${name}`;

const sending = (queue: sqs.Queue) => ({
  Sid: "DeadLetters",
  Effect: "Allow",
  Action: ["sqs:SendMessage"],
  Resource: [queue.queueArn],
});

/** The line has the link, as the first seed demands; without logs:Unmask it shows asterisks. */
const maskedLinks = (name: string): logs.DataProtectionPolicy =>
  new logs.DataProtectionPolicy({
    name: `${name}-links`,
    description: "Masks counsel links for principals without logs:Unmask",
    identifiers: [
      new logs.CustomDataIdentifier("CounselLink", "/counsel/review/[A-Za-z0-9_-]{43}"),
    ],
  });
