import * as z from "zod";
import { fields, parse, type Read, requireSecret, seconds } from "./calls.ts";
import type { Secret } from "./secret.ts";

const describeInput = z.object({ SecretId: fields.secretId });

/** DescribeSecret, without LastAccessedDate, so that reading a secret writes nothing. */
export const describeSecret: Read = (secrets, input) => {
  const secret = requireSecret(secrets, parse(describeInput, input).SecretId);
  return { ...summaryOf(secret), VersionIdsToStages: labelledVersionsOf(secret) };
};

/** What both DescribeSecret and ListSecrets return about a secret; absent members are undefined. */
export function summaryOf(secret: Secret) {
  return {
    ARN: secret.arn,
    Name: secret.name,
    KmsKeyId: secret.kmsKeyId ?? undefined,
    CreatedDate: seconds(secret.createdAt),
    LastChangedDate: seconds(secret.changedAt),
    DeletedDate: secret.deletionAt === null ? undefined : seconds(secret.deletionAt),
  };
}

/** Stages by version id, without deprecated versions; undefined if no version has a stage. */
export function labelledVersionsOf({ versions }: Secret): Record<string, string[]> | undefined {
  const labelled = versions.filter(({ stages }) => stages.length > 0);
  if (labelled.length === 0) return undefined;
  return Object.fromEntries(labelled.map(({ id, stages }) => [id, stages]));
}
