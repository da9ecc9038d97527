import * as z from "zod";
import { parse } from "#infra/local/aws/protocol/state-calls.ts";
import {
  type Call,
  fields,
  noVersion,
  requireSecret,
  requireUsableSecret,
  seconds,
} from "./calls.ts";
import { CURRENT, holderOf, type Secret } from "./secret.ts";

const byId = z.object({ SecretId: fields.secretId });

/** Without LastAccessedDate, so that reading a secret writes nothing. */
const describeSecret: Call = (secrets, input) => {
  const secret = requireSecret(secrets, parse(byId, input).SecretId);
  return { ...summaryOf(secret), VersionIdsToStages: labelledVersionsOf(secret) };
};

/** Lists the secrets that are not marked deleted, newest first, all on one page. */
const listSecrets: Call = (secrets) => ({
  SecretList: [...secrets.values()]
    .filter(({ deletionAt }) => deletionAt === null)
    .sort((a, b) => b.createdAt - a.createdAt)
    .map((secret) => ({
      ...summaryOf(secret),
      SecretVersionsToStages: labelledVersionsOf(secret),
    })),
});

/** What both calls return about a secret. Absent members are undefined. */
const summaryOf = (secret: Secret) => ({
  ARN: secret.arn,
  Name: secret.name,
  KmsKeyId: secret.kmsKeyId ?? undefined,
  Description: secret.description ?? undefined,
  CreatedDate: seconds(secret.createdAt),
  LastChangedDate: seconds(secret.changedAt),
  DeletedDate: secret.deletionAt === null ? undefined : seconds(secret.deletionAt),
});

/** Stages by version id, without deprecated versions; undefined if no version has a stage. */
function labelledVersionsOf({ versions }: Secret): Record<string, string[]> | undefined {
  const labelled = versions.filter(({ stages }) => stages.length > 0);
  if (labelled.length === 0) return undefined;
  return Object.fromEntries(labelled.map(({ id, stages }) => [id, stages]));
}

const getInput = byId.extend({
  VersionId: fields.versionId.optional(),
  VersionStage: z.string().default(CURRENT),
});

/** The version with the given id; without an id, the one with the given stage. */
const getSecretValue: Call = (secrets, input) => {
  const { SecretId, VersionId, VersionStage } = parse(getInput, input);
  const secret = requireUsableSecret(secrets, SecretId);
  const version =
    VersionId === undefined
      ? holderOf(secret, VersionStage)
      : secret.versions.find(({ id }) => id === VersionId);
  if (version === undefined) {
    throw noVersion(
      VersionId === undefined ? `staging label: ${VersionStage}` : `VersionId: ${VersionId}`,
    );
  }
  const { id, content, stages, createdAt } = version;
  return {
    ARN: secret.arn,
    Name: secret.name,
    VersionId: id,
    SecretString: content.text,
    VersionStages: stages.length === 0 ? undefined : stages,
    CreatedDate: seconds(createdAt),
  };
};

export const reads: Record<string, Call> = {
  DescribeSecret: describeSecret,
  GetSecretValue: getSecretValue,
  ListSecrets: listSecrets,
};
