import type { Request } from "#infra/local/aws/iam/evaluate.ts";
import type { S3Call } from "./s3.ts";

/** The IAM requests of an S3 call; one for the lock too if the object is put with Object Lock. */
export function objectRequests({ action, path, locks }: S3Call): Request[] {
  const actions = locks ? [action, "PutObjectRetention"] : [action];
  return actions.map((name) => ({
    action: `s3:${name}`,
    resource: `arn:aws:s3:::${path}`,
    context: {},
  }));
}
