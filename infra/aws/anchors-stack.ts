import {
  CfnOutput,
  Duration,
  RemovalPolicy,
  Stack,
  type StackProps,
  Validations,
} from "aws-cdk-lib";
import * as s3 from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { anchorsBucketNameOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

/** As long as businesses keep their books. Until then nobody, even root, can delete an object. */
const RETENTION = Duration.days(7 * 365 + 2);

/** The bucket for the anchors: one in another account, or the stack's own. */
export const anchorsBucketOf = (stage: Stage, { account, region }: Stack): string =>
  stage.anchorsBucket ?? anchorsBucketNameOf(stage.name, account, region);

/**
 * Keeps each checkpoint of the evidence log under Object Lock in compliance mode, so that the
 * operator cannot present two histories. It is a separate stack because it can be in another
 * account and outlives all others.
 */
export class AnchorsStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, terminationProtection: true });
    const bucket = new s3.Bucket(this, "Anchors", {
      bucketName: anchorsBucketOf(props.stage, this),
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: s3.ObjectLockRetention.compliance(RETENTION),
      encryption: s3.BucketEncryption.S3_MANAGED,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason:
        "One function adds one small object a minute; CloudTrail data events, if wanted, are the " +
        "account's to decide, and access logs would need a bucket of their own beside this one.",
    });
    new CfnOutput(this, "AnchorsBucket", { value: bucket.bucketName });
  }
}
