import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { fields, parse, versionIdOf, type Write } from "./calls.ts";
import { type Secret, withSecret } from "./secret.ts";
import { addVersion, CURRENT } from "./stages.ts";

const createInput = z.object({
  Name: fields.name,
  ClientRequestToken: fields.token,
  KmsKeyId: fields.kmsKeyId,
  SecretString: fields.text,
});

/** CreateSecret: a repeated call (same token and value) is answered again but writes nothing. */
export const createSecret: Write = (secrets, input, { at, newArn }) => {
  const asked = parse(createInput, input);
  const text = asked.SecretString;
  const versionId = versionIdOf(asked.ClientRequestToken);
  const existing = secrets.get(asked.Name);
  if (existing !== undefined) {
    refuseUnlessRepeated(existing, versionId, text);
    return { answer: answerOf(existing, versionId), next: secrets };
  }
  const secret: Secret = {
    name: asked.Name,
    arn: newArn(asked.Name),
    kmsKeyId: asked.KmsKeyId ?? null,
    createdAt: at,
    changedAt: at,
    deletionAt: null,
    versions: text === undefined ? [] : addVersion([], { id: versionId, text, at }, [CURRENT]),
  };
  const answer = answerOf(secret, text === undefined ? undefined : versionId);
  return { answer, next: withSecret(secrets, secret) };
};

function answerOf({ arn, name }: Secret, versionId: string | undefined) {
  return { ARN: arn, Name: name, VersionId: versionId };
}

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
