import {
  CreateSecretCommand,
  DeleteSecretCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-secrets-manager";
import { refreshTokenEntry } from "#shared/domain/connections/new-connection.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { fetchSecret, secretId, secretsKeyArn, secretsManager } from "./secrets.ts";

/** Stores the token in an entry of its own; the connection that names it is written afterwards. */
export async function keepRefreshToken(connectionId: string, token: string): Promise<void> {
  await secretsManager().send(
    new CreateSecretCommand({
      Name: secretId(refreshTokenEntry(connectionId)),
      SecretString: token,
      KmsKeyId: secretsKeyArn(),
    }),
  );
}

/** Replaces the token in the connection's existing entry. */
export async function replaceRefreshToken(connectionId: string, token: string): Promise<void> {
  const SecretId = secretId(refreshTokenEntry(connectionId));
  await secretsManager().send(new PutSecretValueCommand({ SecretId, SecretString: token }));
}

/** Deletes the entry permanently; a missing one is not an error. */
export async function dropRefreshToken(connectionId: string): Promise<void> {
  try {
    await secretsManager().send(
      new DeleteSecretCommand({
        SecretId: secretId(refreshTokenEntry(connectionId)),
        ForceDeleteWithoutRecovery: true,
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/** The stored token, or null if there is none. */
export const readRefreshToken = (connectionId: string): Promise<string | null> =>
  // The entry's name is the route table's pattern with the connection's id filled in.
  fetchSecret(refreshTokenEntry(connectionId) as SecretName);
