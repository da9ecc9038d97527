import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { fields, parse, requireUsableSecret, versionIdOf, type Write } from "./calls.ts";
import { type Secret, withSecret } from "./secret.ts";
import { addVersion, CURRENT } from "./stages.ts";

const putInput = z.object({
  SecretId: fields.secretId,
  ClientRequestToken: fields.token,
  VersionStages: z.array(fields.stage).min(1).max(20).default([CURRENT]),
  SecretString: fields.text,
});

/** PutSecretValue: a repeated call (same token and value) is answered again but writes nothing. */
export const putSecretValue: Write = (secrets, input, { at }) => {
  const asked = parse(putInput, input);
  const text = asked.SecretString;
  const id = versionIdOf(asked.ClientRequestToken);
  if (text === undefined) {
    const message = "You must provide either SecretString or SecretBinary.";
    throw new AwsError("InvalidRequestException", message);
  }
  const before = requireUsableSecret(secrets, asked.SecretId);
  const secret = withVersion(before, { id, text, at }, asked.VersionStages);
  const stages = secret.versions.find((version) => version.id === id)?.stages;
  const answer = { ARN: secret.arn, Name: secret.name, VersionId: id, VersionStages: stages };
  return { answer, next: secret === before ? secrets : withSecret(secrets, secret) };
};

function withVersion(
  secret: Secret,
  version: { id: string; text: string; at: number },
  stages: readonly string[],
): Secret {
  const existing = secret.versions.find(({ id }) => id === version.id);
  if (existing === undefined) {
    const versions = addVersion(secret.versions, version, stages);
    return { ...secret, versions, changedAt: version.at };
  }
  if (existing.content.text === version.text) return secret;
  throw new AwsError(
    "ResourceExistsException",
    `You can't use ClientRequestToken ${version.id} because that value is already in use for a ` +
      `version of secret ${secret.arn}.`,
  );
}
