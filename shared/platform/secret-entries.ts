import {
  CreateSecretCommand,
  DescribeSecretCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import type { SecretName } from "../routes/route.ts";
import { secretId, secretsKeyArn, secretsManager } from "./secrets.ts";

/** A secret-store entry without its value. */
export interface SecretEntry {
  /** The version labelled current; null for an entry without any. */
  currentVersion: string | null;
  /** Milliseconds since the epoch. */
  changedAt: number;
  /** Marked for deletion: it can be neither read nor written. */
  isBeingDeleted: boolean;
}

const CURRENT = "AWSCURRENT";

/** What the store says of an entry, without reading its value; null when there is none. */
export async function describeSecret(name: SecretName): Promise<SecretEntry | null> {
  try {
    const answer = await secretsManager.send(
      new DescribeSecretCommand({ SecretId: secretId(name) }),
    );
    const versions = Object.entries(answer.VersionIdsToStages ?? {});
    return {
      currentVersion: versions.find(([, stages]) => stages.includes(CURRENT))?.[0] ?? null,
      changedAt: (answer.LastChangedDate ?? answer.CreatedDate)?.getTime() ?? 0,
      isBeingDeleted: answer.DeletedDate !== undefined,
    };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

/** Creates an entry. @returns its version id; null when someone else created it before */
export async function createSecret(name: SecretName, value: string): Promise<string | null> {
  try {
    const answer = await secretsManager.send(
      new CreateSecretCommand({
        Name: secretId(name),
        SecretString: value,
        KmsKeyId: secretsKeyArn(),
      }),
    );
    return answer.VersionId ?? "";
  } catch (error) {
    if (error instanceof ResourceExistsException) return null;
    throw error;
  }
}

/** Writes a new current version; nothing uses it before it is attached. @returns its version id */
export async function putSecret(name: SecretName, value: string): Promise<string> {
  const answer = await secretsManager.send(
    new PutSecretValueCommand({ SecretId: secretId(name), SecretString: value }),
  );
  return answer.VersionId ?? "";
}

/** Labels a version current again, so that the store never drops it as unlabelled. */
export async function makeCurrent(name: SecretName, from: string, to: string): Promise<void> {
  await secretsManager.send(
    new UpdateSecretVersionStageCommand({
      SecretId: secretId(name),
      VersionStage: CURRENT,
      RemoveFromVersionId: from,
      MoveToVersionId: to,
    }),
  );
}
