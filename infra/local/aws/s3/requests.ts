import type { Request } from "#infra/local/aws/iam/evaluate.ts";
import type { S3Call } from "./s3.ts";

/** The IAM requests of an S3 call. Putting an object with Object Lock adds one for the lock. */
export function objectRequests({ action, path, locks }: S3Call): Request[] {
  const actions = locks ? [action, "PutObjectRetention"] : [action];
  return actions.map((name) => ({
    action: `s3:${name}`,
    resource: `arn:aws:s3:::${path}`,
    context: {},
  }));
}
