import { Validations } from "aws-cdk-lib";
import type * as iam from "aws-cdk-lib/aws-iam";
import type { FunctionUnit } from "#infra/functions.ts";
import { CUSTOMER_BUSES } from "#infra/policies/events.ts";
import { canaryResources } from "#infra/policies/function-policy.ts";
import { isLogKept } from "./kept-logs.ts";
import { apiIdExportOf, logGroupOf, secretPrefixOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

/** Why a function's role names resources with a wildcard: cdk-nag asks for each. */
export function explainRole(role: iam.Role, unit: FunctionUnit, stage: Stage): void {
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
      reason: "One entry for each tenant or connection, created and deleted while the system runs.",
    });
  }
  for (const [pattern, reason] of logResources(unit, stage)) {
    Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${pattern}]`, reason });
  }
  for (const id of apiResources(unit, stage)) {
    Validations.of(role).acknowledge({
      id,
      reason: "Reviews have ids; the function behind the path answers for the canary's own alone.",
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
}

/** Wildcard resources of the evidence log's functions, with the reason for each. */
function logResources({ needs }: FunctionUnit, stage: Stage): [string, string][] {
  const bucket =
    stage.anchorsBucket ?? `countersign-${stage.name}-anchors-<AWS::AccountId>-<AWS::Region>`;
  return [
    ...([needs.logKey, needs.clearanceKey, needs.webhookKey].every((key) => key === undefined)
      ? []
      : [
          [
            "arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*",
            "A rotation makes another key; every statement demands the tag of these keys.",
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
