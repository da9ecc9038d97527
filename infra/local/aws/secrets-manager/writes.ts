import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { parse } from "#infra/local/aws/protocol/state-calls.ts";
import {
  type Call,
  fields,
  noVersion,
  requireUsableSecret,
  seconds,
  versionIdOf,
} from "./calls.ts";
import {
  addVersion,
  CURRENT,
  findSecret,
  holderOf,
  makeCurrent,
  nameInArn,
  type Secret,
} from "./secret.ts";

const createInput = z.object({
  Name: fields.name,
  ClientRequestToken: fields.token,
  KmsKeyId: fields.kmsKeyId,
  SecretString: fields.text,
  Description: z.string().optional(),
});

/** A repeated call (same token and value) gets the same answer but changes nothing. */
const createSecret: Call = (secrets, input, { at, newArn }) => {
  const asked = parse(createInput, input);
  const text = asked.SecretString;
  const id = versionIdOf(asked.ClientRequestToken);
  const existing = secrets.get(asked.Name);
  if (existing !== undefined) refuseUnlessRepeated(existing, id, text);
  const secret = existing ?? {
    name: asked.Name,
    arn: newArn(asked.Name),
    kmsKeyId: asked.KmsKeyId ?? null,
    description: asked.Description,
    createdAt: at,
    changedAt: at,
    deletionAt: null,
    versions: [],
  };
  secrets.set(secret.name, secret);
  if (existing === undefined && text !== undefined) addVersion(secret, id, text, at);
  return { ARN: secret.arn, Name: secret.name, VersionId: text === undefined ? undefined : id };
};

function refuseUnlessRepeated(secret: Secret, versionId: string, text: string | undefined): void {
  if (secret.deletionAt !== null) {
    throw new AwsError(
      "InvalidRequestException",
      "You can't create this secret because a secret with this name is already scheduled " +
        "for deletion.",
    );
  }
  const version = secret.versions.find(({ id }) => id === versionId);
  if (version !== undefined && version.content.text === text) return;
  throw new AwsError(
    "ResourceExistsException",
    `The operation failed because the secret ${secret.name} already exists.`,
  );
}

const putInput = z.object({
  SecretId: fields.secretId,
  ClientRequestToken: fields.token,
  SecretString: fields.text,
});

/** A repeated call (same token and value) gets the same answer but changes nothing. */
const putSecretValue: Call = (secrets, input, { at }) => {
  const { SecretId, ClientRequestToken, SecretString: text } = parse(putInput, input);
  const id = versionIdOf(ClientRequestToken);
  if (text === undefined) {
    const message = "You must provide either SecretString or SecretBinary.";
    throw new AwsError("InvalidRequestException", message);
  }
  const secret = requireUsableSecret(secrets, SecretId);
  const versionOf = () => secret.versions.find((version) => version.id === id);
  const existing = versionOf();
  if (existing === undefined) addVersion(secret, id, text, at);
  else if (existing.content.text !== text) {
    throw new AwsError(
      "ResourceExistsException",
      `You can't use ClientRequestToken ${id} because that value is already in use for a ` +
        `version of secret ${secret.arn}.`,
    );
  }
  const { arn, name } = secret;
  return { ARN: arn, Name: name, VersionId: id, VersionStages: versionOf()?.stages };
};

const DAY_MS = 86_400_000;
const RECOVERY_WINDOW_DAYS = 30;

const deleteInput = z.object({
  SecretId: fields.secretId,
  ForceDeleteWithoutRecovery: z.boolean().default(false),
});

/** Marks the secret deleted, or removes it at once if forced. */
const deleteSecret: Call = (secrets, input, { at, newArn }) => {
  const asked = parse(deleteInput, input);
  if (asked.ForceDeleteWithoutRecovery) {
    const secret = findSecret(secrets, asked.SecretId);
    // AWS responds to the forced deletion of a missing secret as if it had existed.
    const name = secret?.name ?? nameInArn(asked.SecretId);
    secrets.delete(name);
    return { ARN: secret?.arn ?? newArn(name), Name: name, DeletionDate: seconds(at) };
  }
  const secret = requireUsableSecret(secrets, asked.SecretId);
  secret.deletionAt = at + RECOVERY_WINDOW_DAYS * DAY_MS;
  secret.changedAt = at;
  return { ARN: secret.arn, Name: secret.name, DeletionDate: seconds(secret.deletionAt) };
};

const stageInput = z.object({
  SecretId: fields.secretId,
  VersionStage: z.literal(CURRENT),
  RemoveFromVersionId: fields.versionId,
  MoveToVersionId: fields.versionId,
});

/** Moves AWSCURRENT to another version. It is the only stage that can be moved here. */
const updateSecretVersionStage: Call = (secrets, input, { at }) => {
  const { SecretId, RemoveFromVersionId: from, MoveToVersionId: to } = parse(stageInput, input);
  const secret = requireUsableSecret(secrets, SecretId);
  for (const named of [from, to]) {
    if (!secret.versions.some(({ id }) => id === named)) throw noVersion(`VersionId: ${named}`);
  }
  if (from !== holderOf(secret, CURRENT)?.id) {
    throw new AwsError(
      "InvalidParameterException",
      `Staging label ${CURRENT} is not attached to version ${from}.`,
    );
  }
  makeCurrent(secret, to, at);
  return { ARN: secret.arn, Name: secret.name };
};

export const writes: Record<string, Call> = {
  CreateSecret: createSecret,
  DeleteSecret: deleteSecret,
  PutSecretValue: putSecretValue,
  UpdateSecretVersionStage: updateSecretVersionStage,
};
