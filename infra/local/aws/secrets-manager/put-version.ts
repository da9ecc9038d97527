import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import {
  contentFields,
  contentOf,
  fields,
  parse,
  requireUsableSecret,
  versionIdOf,
  type Write,
} from "./calls.ts";
import { type Content, type Secret, sameContent, withSecret } from "./secret.ts";
import { addVersion, CURRENT } from "./stages.ts";

const putInput = z.object({
  SecretId: fields.secretId,
  ClientRequestToken: fields.token,
  VersionStages: z.array(fields.stage).min(1).max(20).default([CURRENT]),
  ...contentFields,
});

/** PutSecretValue: a repeated call (same token and value) is answered again and writes nothing. */
export const putSecretValue: Write = (secrets, input, { at }) => {
  const asked = parse(putInput, input);
  const content = contentOf(asked);
  const id = versionIdOf(asked.ClientRequestToken);
  if (content === null) {
    const message = "You must provide either SecretString or SecretBinary.";
    throw new AwsError("InvalidRequestException", message);
  }
  const before = requireUsableSecret(secrets, asked.SecretId);
  const secret = withVersion(before, { id, content, at }, asked.VersionStages);
  const stages = secret.versions.find((version) => version.id === id)?.stages;
  const answer = { ARN: secret.arn, Name: secret.name, VersionId: id, VersionStages: stages };
  return { answer, next: secret === before ? secrets : withSecret(secrets, secret) };
};

const updateInput = z.object({
  SecretId: fields.secretId,
  ClientRequestToken: fields.token,
  Description: fields.description,
  KmsKeyId: fields.kmsKeyId,
  ...contentFields,
});

/** UpdateSecret: new description or key, and, if it brings a value, a new current version. */
export const updateSecret: Write = (secrets, input, { at }) => {
  const asked = parse(updateInput, input);
  const content = contentOf(asked);
  const id = versionIdOf(asked.ClientRequestToken);
  const before = requireUsableSecret(secrets, asked.SecretId);
  const revalued = content === null ? before : withVersion(before, { id, content, at }, [CURRENT]);
  const secret: Secret = {
    ...revalued,
    description: asked.Description ?? before.description,
    kmsKeyId: asked.KmsKeyId ?? before.kmsKeyId,
    changedAt: at,
  };
  const versionId = content === null ? undefined : id;
  const answer = { ARN: secret.arn, Name: secret.name, VersionId: versionId };
  return { answer, next: withSecret(secrets, secret) };
};

function withVersion(
  secret: Secret,
  version: { id: string; content: Content; at: number },
  stages: readonly string[],
): Secret {
  const existing = secret.versions.find(({ id }) => id === version.id);
  if (existing === undefined) {
    const versions = addVersion(secret.versions, version, stages);
    return { ...secret, versions, changedAt: version.at };
  }
  if (sameContent(existing.content, version.content)) return secret;
  throw new AwsError(
    "ResourceExistsException",
    `You can't use ClientRequestToken ${version.id} because that value is already in use for a ` +
      `version of secret ${secret.arn}.`,
  );
}
