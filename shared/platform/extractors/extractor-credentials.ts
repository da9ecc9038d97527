import {
  GetSecretValueCommand,
  InvalidRequestException,
  ResourceNotFoundException,
} from "@aws-sdk/client-secrets-manager";
import {
  type ExtractorProvider,
  factsOf,
  providerNames,
} from "#shared/domain/extractors/catalog.ts";
import type { Credential } from "#shared/domain/extractors/platform.ts";
import { secretId, secretsManager } from "#shared/platform/secrets/secrets.ts";
import { dropEntry, writeEntry } from "#shared/platform/secrets/written-entries.ts";

/** Providers for which a tenant can supply its own credential. */
export const credentialProviders = providerNames.filter(
  (provider) => factsOf(provider).credential !== "none",
);

/** The name of a tenant's entry in the secret store, as in the seed. */
const entryName = (tenantId: string, provider: ExtractorProvider): string =>
  `extractor-tenant-${tenantId}-${provider}`;

/**
 * Writes a credential as a new version of the tenant's entry. Nothing uses it until the settings
 * name that version: a crash in between leaves the settings with the credential they had.
 * @returns the version
 * @throws DomainError `dependency_unavailable`
 */
export const writeCredential = (
  tenantId: string,
  provider: ExtractorProvider,
  value: string,
): Promise<string> => writeEntry(entryName(tenantId, provider), value);

/** Deletes a tenant's credential at once and permanently; a missing one is not an error. */
export const deleteCredential = (tenantId: string, provider: ExtractorProvider): Promise<void> =>
  dropEntry(entryName(tenantId, provider));

/** Reads exactly the version that the settings name; null if it is gone. Never cached. */
export async function readCredential(
  tenantId: string,
  provider: ExtractorProvider,
  version: string,
): Promise<Credential | null> {
  const command = new GetSecretValueCommand({
    SecretId: secretId(entryName(tenantId, provider)),
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
