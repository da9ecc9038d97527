import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { fields, parse, requireSecret, requireUsableSecret, seconds, type Write } from "./calls.ts";
import { findSecret, nameInArn, withoutSecret, withSecret } from "./secret.ts";

const DAY_MS = 86_400_000;
const DEFAULT_WINDOW_DAYS = 30;

const deleteInput = z.object({
  SecretId: fields.secretId,
  RecoveryWindowInDays: z.int().min(7).max(30).optional(),
  ForceDeleteWithoutRecovery: z.boolean().default(false),
});

/** DeleteSecret: marks the secret deleted, or removes it at once if forced. */
export const deleteSecret: Write = (secrets, input, { at, newArn }) => {
  const asked = parse(deleteInput, input);
  if (asked.ForceDeleteWithoutRecovery) {
    if (asked.RecoveryWindowInDays !== undefined) {
      throw new AwsError(
        "InvalidParameterException",
        "You can't use ForceDeleteWithoutRecovery in conjunction with RecoveryWindowInDays.",
      );
    }
    const secret = findSecret(secrets, asked.SecretId);
    // AWS answers a forced deletion of nothing as if there had been a secret.
    const name = secret?.name ?? nameInArn(asked.SecretId);
    const answer = { ARN: secret?.arn ?? newArn(name), Name: name, DeletionDate: seconds(at) };
    return { answer, next: secret === undefined ? secrets : withoutSecret(secrets, name) };
  }
  const secret = requireUsableSecret(secrets, asked.SecretId);
  const deletionAt = at + (asked.RecoveryWindowInDays ?? DEFAULT_WINDOW_DAYS) * DAY_MS;
  return {
    answer: { ARN: secret.arn, Name: secret.name, DeletionDate: seconds(deletionAt) },
    next: withSecret(secrets, { ...secret, deletionAt, changedAt: at }),
  };
};

const restoreInput = z.object({ SecretId: fields.secretId });

/** RestoreSecret: takes the mark of deletion away; without one it changes nothing. */
export const restoreSecret: Write = (secrets, input, { at }) => {
  const secret = requireSecret(secrets, parse(restoreInput, input).SecretId);
  const answer = { ARN: secret.arn, Name: secret.name };
  if (secret.deletionAt === null) return { answer, next: secrets };
  return { answer, next: withSecret(secrets, { ...secret, deletionAt: null, changedAt: at }) };
};
