import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import {
  fields,
  pageOf,
  parse,
  type Read,
  requireSecret,
  requireUsableSecret,
  seconds,
  type Write,
} from "./calls.ts";
import { type Version, withSecret } from "./secret.ts";
import { CURRENT, holderOf, moveStage, removeStage } from "./stages.ts";

const listInput = z.object({
  SecretId: fields.secretId,
  IncludeDeprecated: z.boolean().default(false),
  MaxResults: fields.maxResults,
  NextToken: fields.nextToken,
});

/** ListSecretVersionIds: oldest first; versions without a stage only if requested. */
export const listSecretVersionIds: Read = (secrets, input) => {
  const asked = parse(listInput, input);
  const secret = requireSecret(secrets, asked.SecretId);
  const listed = secret.versions.filter(
    ({ stages }) => asked.IncludeDeprecated || stages.length > 0,
  );
  const { page, nextToken } = pageOf(listed, ({ id }) => id, asked);
  const versions = page.map(({ id, stages, createdAt }) => ({
    VersionId: id,
    VersionStages: stages.length === 0 ? undefined : stages,
    CreatedDate: seconds(createdAt),
    KmsKeyIds: [secret.kmsKeyId ?? "DefaultEncryptionKey"],
  }));
  return { ARN: secret.arn, Name: secret.name, Versions: versions, NextToken: nextToken };
};

const stageInput = z.object({
  SecretId: fields.secretId,
  VersionStage: fields.stage,
  RemoveFromVersionId: fields.versionId,
  MoveToVersionId: fields.versionId,
});

type Asked = z.infer<typeof stageInput>;

/** UpdateSecretVersionStage: attaches, moves or removes one stage. */
export const updateSecretVersionStage: Write = (secrets, input, { at }) => {
  const asked = parse(stageInput, input);
  const secret = requireUsableSecret(secrets, asked.SecretId);
  refuseUnclearMove(secret.versions, asked);
  const { VersionStage, MoveToVersionId } = asked;
  const versions =
    MoveToVersionId === undefined
      ? removeStage(secret.versions, VersionStage)
      : moveStage(secret.versions, VersionStage, MoveToVersionId);
  const answer = { ARN: secret.arn, Name: secret.name };
  return { answer, next: withSecret(secrets, { ...secret, versions, changedAt: at }) };
};

function refuseUnclearMove(versions: readonly Version[], asked: Asked): void {
  const { VersionStage: stage, RemoveFromVersionId: from, MoveToVersionId: to } = asked;
  for (const named of [from, to]) {
    if (named !== undefined && !versions.some(({ id }) => id === named)) {
      throw new AwsError(
        "ResourceNotFoundException",
        `Secrets Manager can't find the specified secret value for VersionId: ${named}`,
      );
    }
  }
  const refuse = (message: string) => new AwsError("InvalidParameterException", message);
  if (from === undefined && to === undefined) {
    throw refuse("You must provide RemoveFromVersionId, MoveToVersionId or both.");
  }
  const holder = holderOf(versions, stage)?.id;
  if (from !== undefined && from !== holder) {
    throw refuse(`Staging label ${stage} is not attached to version ${from}.`);
  }
  if (from === undefined && holder !== undefined && holder !== to) {
    throw refuse(
      `The parameter RemoveFromVersionId can't be empty. Staging label ${stage} is currently ` +
        `attached to version ${holder}, so you must explicitly reference that version in ` +
        "RemoveFromVersionId.",
    );
  }
  if (to === undefined && stage === CURRENT) {
    throw refuse(`You can't remove the staging label ${CURRENT}, only move it to another version.`);
  }
}
