import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { fields, parse, type Read, requireUsableSecret, seconds } from "./calls.ts";
import type { Version } from "./secret.ts";
import { CURRENT, holderOf } from "./stages.ts";

const getInput = z.object({
  SecretId: fields.secretId,
  VersionId: fields.versionId,
  VersionStage: fields.stage.optional(),
});

type Asked = z.infer<typeof getInput>;

/** GetSecretValue: the current version unless a version id or a stage is named. */
export const getSecretValue: Read = (secrets, input) => {
  const asked = parse(getInput, input);
  const secret = requireUsableSecret(secrets, asked.SecretId);
  const { id, content, stages, createdAt } = requireVersion(secret.versions, asked);
  return {
    ARN: secret.arn,
    Name: secret.name,
    VersionId: id,
    SecretString: content.text,
    VersionStages: stages.length === 0 ? undefined : stages,
    CreatedDate: seconds(createdAt),
  };
};

function requireVersion(
  versions: readonly Version[],
  { VersionId, VersionStage = VersionId === undefined ? CURRENT : undefined }: Asked,
): Version {
  const version =
    VersionId === undefined
      ? holderOf(versions, VersionStage ?? CURRENT)
      : versions.find(({ id }) => id === VersionId);
  if (version === undefined) {
    const what =
      VersionId === undefined ? `staging label: ${VersionStage}` : `VersionId: ${VersionId}`;
    const message = `Secrets Manager can't find the specified secret value for ${what}`;
    throw new AwsError("ResourceNotFoundException", message);
  }
  if (VersionStage !== undefined && !version.stages.includes(VersionStage)) {
    const message = "You provided a VersionStage that is not associated to the provided VersionId.";
    throw new AwsError("InvalidRequestException", message);
  }
  return version;
}
