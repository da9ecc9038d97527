import { Stack } from "aws-cdk-lib";
import * as events from "aws-cdk-lib/aws-events";
import { SnsTopic } from "aws-cdk-lib/aws-events-targets";
import type * as sns from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { type Stage, watchedDomains } from "./stage.ts";

/**
 * Alarms for which CloudWatch has no metric: a certificate that ACM cannot renew, and a key that
 * somebody disables or schedules for deletion (the latter needs a CloudTrail trail, which most accounts
 * have).
 */
export function keyAlarms(scope: Construct, stage: Stage, topic: sns.Topic): void {
  const { account } = Stack.of(scope);
  const tell = (id: string, description: string, eventPattern: events.EventPattern) =>
    new events.Rule(scope, id, {
      description: `${stage.name}: ${description}`,
      eventPattern: { account: [account], ...eventPattern },
      targets: [new SnsTopic(topic)],
    });
  tell("KeysEnding", "a key is disabled or scheduled for deletion", {
    source: ["aws.kms"],
    detailType: ["AWS API Call via CloudTrail"],
    detail: { eventName: ["DisableKey", "ScheduleKeyDeletion"] },
  });
  tell("KeysDeleted", "a key was deleted", {
    source: ["aws.kms"],
    detailType: ["KMS CMK Deletion"],
  });
  const certificates = watchedDomains(stage).map(({ certificateArn }) => certificateArn);
  if (certificates.length === 0) return;
  tell("CertificatesEnding", "a certificate expires or cannot be renewed", {
    source: ["aws.acm"],
    detailType: [
      "ACM Certificate Approaching Expiration",
      "ACM Certificate Expired",
      "ACM Certificate Renewal Action Required",
    ],
    resources: certificates,
  });
}
