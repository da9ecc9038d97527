import { Validations } from "aws-cdk-lib";
import type * as iam from "aws-cdk-lib/aws-iam";
import type { FunctionUnit } from "#infra/functions.ts";
import { CUSTOMER_BUSES } from "#infra/policies/events.ts";
import { canaryResources } from "#infra/policies/function-policy.ts";
import { isLogKept } from "./kept-logs.ts";
import { anchorsBucketNameOf, apiIdExportOf, logGroupOf, secretPrefixOf } from "./naming.ts";
import { findingIn } from "./place.ts";
import type { Stage } from "./stage.ts";

/** Why a function's role names resources with a wildcard. cdk-nag asks about each. */
export function explainRole(role: iam.Role, unit: FunctionUnit, stage: Stage): void {
  const explain = (resource: string, reason: string): void =>
    Validations.of(role).acknowledge({
      id: findingIn(role, `AwsSolutions-IAM5[Resource::${resource}]`),
      reason,
    });
  explain(
    "*",
    "X-Ray's two actions (Trace) and those on a bus's policy (AdministerBusPolicies) have no " +
      "resource type: IAM matches them against * alone.",
  );
  if (isLogKept(unit)) {
    const group = `log-group:${logGroupOf(stage.name, unit)}:*`;
    explain(`${hereAt("logs")}:${group}`, "The streams of the function's own log group.");
  }
  for (const name of tenantEntries(unit)) {
    explain(
      `${hereAt("secretsmanager")}:secret:${secretPrefixOf(stage.name)}${name}`,
      "One entry for each tenant or connection, created and deleted while the system runs.",
    );
  }
  for (const [pattern, reason] of logResources(unit, stage)) explain(pattern, reason);
  for (const resource of apiResources(unit, stage)) {
    explain(
      resource,
      "Reviews have ids; the function behind the path answers for the canary's own alone.",
    );
  }
  if (unit.needs.roles !== undefined) {
    explain(
      "arn:aws:iam::*:role/*",
      "Customers name the roles that they made for us; each trusts us by an external id.",
    );
  }
  if (unit.needs.buses !== undefined) {
    for (const pattern of [`event-bus/${CUSTOMER_BUSES}`, `rule/${CUSTOMER_BUSES}/*`]) {
      explain(
        `${hereAt("events")}:${pattern}`,
        "One bus and rule for each customer, made and removed while the system runs.",
      );
    }
  }
}

/** The beginning of a service's ARNs in the stage's account and region, as cdk-nag writes it. */
const hereAt = (service: string): string =>
  `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>`;

/** Wildcard resources of the evidence log's functions, with the reason for each. */
function logResources({ needs }: FunctionUnit, stage: Stage): [string, string][] {
  const bucket =
    stage.anchorsBucket ?? anchorsBucketNameOf(stage.name, "<AWS::AccountId>", "<AWS::Region>");
  return [
    ...([needs.logKey, needs.rows, needs.clearanceKey, needs.webhookKey, needs.linkKey].every(
      (key) => key === undefined,
    )
      ? []
      : [
          [
            `${hereAt("kms")}:key/*`,
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

/** API paths with an id that the function may call, as cdk-nag writes them. */
const apiResources = ({ needs: { api } }: FunctionUnit, stage: Stage): string[] =>
  api === undefined
    ? []
    : canaryResources(`${hereAt("execute-api")}:${apiIdExportOf(stage.name)}/$default`).filter(
        (resource) => resource.includes("*"),
      );

/** Secret-store entries whose names contain a tenant or connection id. */
const tenantEntries = ({ needs }: FunctionUnit): string[] =>
  [needs.readSecrets, needs.writeSecrets, needs.describeSecrets]
    .flatMap((names): readonly string[] => names ?? [])
    .filter((name) => name.includes("*"));
