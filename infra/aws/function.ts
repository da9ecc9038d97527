import { join } from "node:path";
import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as kms from "aws-cdk-lib/aws-kms";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as logs from "aws-cdk-lib/aws-logs";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { FunctionUnit } from "#infra/functions.ts";
import { statementsFor } from "#infra/policies/function-policy.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import { explainRole } from "./function-reasons.ts";
import { isLogKept } from "./kept-logs.ts";
import { deadLetterQueueOf, functionNameOf, logGroupOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

export interface UnitFunctionProps {
  unit: FunctionUnit;
  /** The folder of the functions' bundles. */
  dist: string;
  stage: Stage;
  arns: ResourceArns;
  environment: Record<string, string>;
  logsKey: kms.IKey;
  reservedConcurrency?: number | undefined;
  /** Invoked asynchronously: an event that fails at every attempt goes to a dead-letter queue. */
  isAsync: boolean;
}

/** Retention of log lines with links, in days: the time that it takes to forward a link. */
const LINK_LOG_DAYS = logs.RetentionDays.ONE_WEEK;

/** One Lambda function from its entry in the tables, with its own role and log group. */
export class UnitFunction extends Construct {
  readonly function: lambda.Function;
  /** Events that failed at every attempt; null for a function that is invoked synchronously. */
  readonly deadLetters: sqs.Queue | null;

  constructor(scope: Construct, { unit, dist, stage, arns, ...props }: UnitFunctionProps) {
    super(scope, unit.id);
    const logGroup = this.#logGroup(unit, stage, props.logsKey);
    this.deadLetters = props.isAsync ? this.#queue(unit, stage) : null;
    this.function = new lambda.Function(this, "Function", {
      functionName: functionNameOf(stage.name, unit.id),
      description: unit.summary,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(join(dist, unit.id), { exclude: ["*.map"] }),
      handler: "index.handler",
      memorySize: 512,
      timeout: Duration.seconds(unit.timeoutSeconds),
      environment: props.environment,
      role: this.#role(unit, stage, arns, logGroup).withoutPolicyUpdates(),
      logGroup,
      // Lambda's own lines are JSON too, because metric filters count crashes and timeouts in them.
      loggingFormat: lambda.LoggingFormat.JSON,
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
    explainRole(role, unit, stage);
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
    const logGroupName = logGroupOf(stage.name, unit);
    if (isLogKept(unit)) return logs.LogGroup.fromLogGroupName(this, "Log", logGroupName);
    const common = { logGroupName, removalPolicy: RemovalPolicy.DESTROY, encryptionKey };
    if (!unit.logsLinks) {
      return new logs.LogGroup(this, "Log", { ...common, retention: stage.logRetentionDays });
    }
    return new logs.LogGroup(this, "Log", {
      ...common,
      retention: LINK_LOG_DAYS,
      dataProtectionPolicy: maskedLinks(Stack.of(this).stackName),
    });
  }
}

const sending = (queue: sqs.Queue) => ({
  Sid: "DeadLetters",
  Effect: "Allow",
  Action: ["sqs:SendMessage"],
  Resource: [queue.queueArn],
});

/** The first seed demands the link in the line. Without logs:Unmask the line shows asterisks. */
const maskedLinks = (name: string): logs.DataProtectionPolicy =>
  new logs.DataProtectionPolicy({
    name: `${name}-links`,
    description: "Masks counsel links for principals without logs:Unmask",
    identifiers: [
      new logs.CustomDataIdentifier("CounselLink", "/counsel/review/[A-Za-z0-9_-]{43}"),
    ],
  });
