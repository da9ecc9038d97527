import { createHash, randomUUID } from "node:crypto";
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import {
  type CredentialEntry,
  type CredentialName,
  credentialEntries,
} from "#shared/domain/setup/credentials.ts";
import { developmentCredential } from "#shared/platform/settings.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { secretId, secretsKeyArn, secretsManager } from "./secrets.ts";
import { quotaOr } from "./written-entries.ts";

/** A secret-store entry without its value. */
export interface SecretEntry {
  /** Distinguishes this entry from an earlier one of the same name. */
  identity: string;
  /** The version labelled current; null for an entry without any. */
  currentVersion: string | null;
  /** The versions that have a label; the store may drop any other. */
  labelledVersions: readonly string[];
  /** Milliseconds since the epoch. */
  changedAt: number;
  /** Marked for deletion: it can be neither read nor written. */
  isBeingDeleted: boolean;
}

const CURRENT = "AWSCURRENT";

/** Whether the entry has a value that can be read. */
export const isReadable = ({ currentVersion, isBeingDeleted }: SecretEntry): boolean =>
  currentVersion !== null && !isBeingDeleted;

/** Describes an entry without reading its value; null if it does not exist. */
export async function describeSecret(
  name: SecretName | CredentialEntry,
): Promise<SecretEntry | null> {
  try {
    const answer = await secretsManager().send(
      new DescribeSecretCommand({ SecretId: secretId(name) }),
    );
    const versions = Object.entries(answer.VersionIdsToStages ?? {});
    return {
      identity: `${answer.ARN} ${answer.CreatedDate?.getTime()}`,
      labelledVersions: versions.map(([id]) => id),
      currentVersion: versions.find(([, stages]) => stages.includes(CURRENT))?.[0] ?? null,
      changedAt: (answer.LastChangedDate ?? answer.CreatedDate)?.getTime() ?? 0,
      isBeingDeleted: answer.DeletedDate !== undefined,
    };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

/**
 * Whether a credential is set, without reading its value; null when it is not. `changedAt` is null
 * for a credential from a development stage's environment.
 */
export async function describeCredential(
  name: CredentialName,
): Promise<{ changedAt: string | null } | null> {
  if (developmentCredential(name) !== undefined) return { changedAt: null };
  const entry = await describeSecret(credentialEntries[name]);
  if (entry === null || !isReadable(entry)) return null;
  return { changedAt: new Date(entry.changedAt).toISOString() };
}

/**
 * Writes a new current version, creating the entry if need be; nothing uses it until it is
 * attached.
 * @param first nothing was ever attached: of several concurrent callers exactly one writes
 * @returns the version id; null if someone else wrote first
 * @throws DomainError `dependency_unavailable` if the store takes no further version
 */
export async function writeSecret(
  name: SecretName,
  entry: SecretEntry | null,
  value: string,
  first = false,
): Promise<string | null> {
  const id = secretId(name);
  const ClientRequestToken = entry !== null && first ? firstVersionOf(entry) : randomUUID();
  const content = { SecretString: value, ClientRequestToken };
  try {
    const { VersionId = "" } =
      entry === null
        ? await secretsManager().send(
            new CreateSecretCommand({ Name: id, KmsKeyId: secretsKeyArn(), ...content }),
          )
        : await secretsManager().send(new PutSecretValueCommand({ SecretId: id, ...content }));
    return VersionId;
  } catch (error) {
    if (error instanceof ResourceExistsException) return null;
    throw quotaOr(error);
  }
}

/** The store rejects another value under an id it knows: only one caller can write it. */
const firstVersionOf = ({ identity }: SecretEntry): string =>
  createHash("sha256").update(`first version of ${identity}`).digest("hex");

/**
 * Labels a version current again, so that the store never drops it as unlabelled once more versions
 * are written.
 * @returns false if the label has been moved meanwhile: read the entry again
 */
export async function makeCurrent(name: SecretName, from: string, to: string): Promise<boolean> {
  if (from === to) return true;
  try {
    await secretsManager().send(
      new UpdateSecretVersionStageCommand({
        SecretId: secretId(name),
        VersionStage: CURRENT,
        RemoveFromVersionId: from,
        MoveToVersionId: to,
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof InvalidParameterException) return false;
    throw error;
  }
}
