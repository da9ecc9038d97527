import * as z from "zod";
import { fields, parse, requireUsableSecret, seconds, type Write } from "./calls.ts";
import { findSecret, nameInArn, withoutSecret, withSecret } from "./secret.ts";

const DAY_MS = 86_400_000;
const RECOVERY_WINDOW_DAYS = 30;

const deleteInput = z.object({
  SecretId: fields.secretId,
  ForceDeleteWithoutRecovery: z.boolean().default(false),
});

/** DeleteSecret: marks the secret deleted, or removes it at once if forced. */
export const deleteSecret: Write = (secrets, input, { at, newArn }) => {
  const asked = parse(deleteInput, input);
  if (asked.ForceDeleteWithoutRecovery) {
    const secret = findSecret(secrets, asked.SecretId);
    // AWS responds to the forced deletion of a missing secret as if it had existed.
    const name = secret?.name ?? nameInArn(asked.SecretId);
    const answer = { ARN: secret?.arn ?? newArn(name), Name: name, DeletionDate: seconds(at) };
    return { answer, next: secret === undefined ? secrets : withoutSecret(secrets, name) };
  }
  const secret = requireUsableSecret(secrets, asked.SecretId);
  const deletionAt = at + RECOVERY_WINDOW_DAYS * DAY_MS;
  return {
    answer: { ARN: secret.arn, Name: secret.name, DeletionDate: seconds(deletionAt) },
    next: withSecret(secrets, { ...secret, deletionAt, changedAt: at }),
  };
};
