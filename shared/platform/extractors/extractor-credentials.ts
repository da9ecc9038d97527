import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
} from "@aws-sdk/client-secrets-manager";
import { DomainError } from "#shared/domain/errors.ts";
import {
  type ExtractorProvider,
  factsOf,
  providerNames,
} from "#shared/domain/extractors/catalog.ts";
import type { Credential } from "#shared/domain/extractors/platform.ts";
import { secretId, secretsKeyArn, secretsManager } from "#shared/platform/secrets/secrets.ts";

/** Providers for which a tenant can supply its own credential. */
export const credentialProviders = providerNames.filter(
  (provider) => factsOf(provider).credential !== "none",
);

/** The name of a tenant's entry in the secret store, as in the seed. */
const entryName = (tenantId: string, provider: ExtractorProvider): string =>
  secretId(`extractor-tenant-${tenantId}-${provider}`);

/**
 * Writes a credential as a new version of the tenant's entry. Nothing uses it until the settings
 * name that version: a crash in between leaves the settings with the credential they had.
 * @returns the version
 */
export async function writeCredential(
  tenantId: string,
  provider: ExtractorProvider,
  value: string,
): Promise<string> {
  const name = entryName(tenantId, provider);
  const put = async () =>
    (
      await secretsManager().send(
        new PutSecretValueCommand({ SecretId: name, SecretString: value }),
      )
    ).VersionId ?? "";
  try {
    return await put();
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw busyOr(error);
  }
  try {
    const created = await secretsManager().send(
      new CreateSecretCommand({ Name: name, SecretString: value, KmsKeyId: secretsKeyArn() }),
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
    : error;

/** Deletes a tenant's credential at once and permanently; a missing one is not an error. */
export async function deleteCredential(
  tenantId: string,
  provider: ExtractorProvider,
): Promise<void> {
  const command = new DeleteSecretCommand({
    SecretId: entryName(tenantId, provider),
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

/** Reads exactly the version that the settings name; null if it is gone. Never cached. */
export async function readCredential(
  tenantId: string,
  provider: ExtractorProvider,
  version: string,
): Promise<Credential | null> {
  const command = new GetSecretValueCommand({
    SecretId: entryName(tenantId, provider),
    VersionId: version,
  });
  try {
    const { SecretString } = await secretsManager().send(command);
    return SecretString === undefined ? null : { value: SecretString, version };
  } catch (error) {
    if (error instanceof ResourceNotFoundException || error instanceof InvalidRequestException) {
      return null;
    }
    throw error;
  }
}
