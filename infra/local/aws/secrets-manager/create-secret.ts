import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { contentFields, contentOf, fields, parse, versionIdOf, type Write } from "./calls.ts";
import { type Content, type Secret, sameContent, withSecret } from "./secret.ts";
import { addVersion, CURRENT } from "./stages.ts";
import { mergeTags } from "./tag-resource.ts";

const createInput = z.object({
  Name: fields.name,
  ClientRequestToken: fields.token,
  Description: fields.description,
  KmsKeyId: fields.kmsKeyId,
  Tags: fields.tags.default([]),
  ...contentFields,
});

/** CreateSecret: a repeated call (same token and value) is answered again and writes nothing. */
export const createSecret: Write = (secrets, input, { at, newArn }) => {
  const asked = parse(createInput, input);
  const content = contentOf(asked);
  const versionId = versionIdOf(asked.ClientRequestToken);
  const existing = secrets.get(asked.Name);
  if (existing !== undefined) {
    refuseUnlessRepeated(existing, versionId, content);
    return { answer: answerOf(existing, versionId), next: secrets };
  }
  const secret: Secret = {
    name: asked.Name,
    arn: newArn(asked.Name),
    description: asked.Description ?? null,
    kmsKeyId: asked.KmsKeyId ?? null,
    tags: mergeTags([], asked.Tags),
    createdAt: at,
    changedAt: at,
    deletionAt: null,
    versions: content === null ? [] : addVersion([], { id: versionId, content, at }, [CURRENT]),
  };
  const answer = answerOf(secret, content === null ? undefined : versionId);
  return { answer, next: withSecret(secrets, secret) };
};

function answerOf({ arn, name }: Secret, versionId: string | undefined) {
  return { ARN: arn, Name: name, VersionId: versionId };
}

function refuseUnlessRepeated(secret: Secret, versionId: string, content: Content | null): void {
  if (secret.deletionAt !== null) {
    throw new AwsError(
      "InvalidRequestException",
      "You can't create this secret because a secret with this name is already scheduled " +
        "for deletion.",
    );
  }
  const version = secret.versions.find(({ id }) => id === versionId);
  if (version !== undefined && content !== null && sameContent(version.content, content)) return;
  throw new AwsError(
    "ResourceExistsException",
    `The operation failed because the secret ${secret.name} already exists.`,
  );
}
