import {
  CreateSecretCommand,
  DeleteSecretCommand,
  InvalidRequestException,
  LimitExceededException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
} from "@aws-sdk/client-secrets-manager";
import { DomainError } from "#shared/domain/errors.ts";
import { secretId, secretsKeyArn, secretsManager } from "./secrets.ts";

/**
 * Writes a value as a new version of an entry, and creates the entry if there is none.
 * @param description of a new entry
 * @returns the version
 * @throws DomainError `dependency_unavailable` while the store deletes an earlier entry of that name,
 * or if it takes no further version
 */
export async function writeEntry(
  name: string,
  value: string,
  description?: string,
): Promise<string> {
  const id = secretId(name);
  const put = async () =>
    (await secretsManager().send(new PutSecretValueCommand({ SecretId: id, SecretString: value })))
      .VersionId ?? "";
  try {
    return await put();
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw busyOr(error);
  }
  try {
    const created = await secretsManager().send(
      new CreateSecretCommand({
        Name: id,
        SecretString: value,
        KmsKeyId: secretsKeyArn(),
        Description: description,
      }),
    );
    return created.VersionId ?? "";
  } catch (error) {
    if (error instanceof ResourceExistsException) return await put();
    throw busyOr(error);
  }
}

/** The store completes a deletion a moment after the request. */
const busyOr = (error: unknown): unknown =>
  error instanceof InvalidRequestException
    ? new DomainError(
        "dependency_unavailable",
        "The earlier credential is still being deleted; please try again in a moment.",
        { retryAfter: 5, cause: error },
      )
    : quotaOr(error);

/** Secrets Manager keeps every version for 24 hours, and at most 100 versions of an entry. */
export const quotaOr = (error: unknown): unknown =>
  error instanceof LimitExceededException
    ? new DomainError(
        "dependency_unavailable",
        "This secret was changed too often for the secret store; please try again in an hour.",
        { retryAfter: 3600, cause: error },
      )
    : error;

/** Deletes an entry at once and permanently; a missing one is not an error. */
export async function dropEntry(name: string): Promise<void> {
  const command = new DeleteSecretCommand({
    SecretId: secretId(name),
    ForceDeleteWithoutRecovery: true,
  });
  try {
    await secretsManager().send(command);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException || error instanceof InvalidRequestException)) {
      throw error;
    }
  }
}
