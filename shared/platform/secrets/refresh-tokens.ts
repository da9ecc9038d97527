import { refreshTokenEntry } from "#shared/domain/connections/new-connection.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { fetchSecret } from "./secrets.ts";
import { dropEntry, writeEntry } from "./written-entries.ts";

/**
 * Stores a connection's token in an entry of its own, in place of an earlier one.
 * @throws DomainError `dependency_unavailable`
 */
export async function keepRefreshToken(connectionId: string, token: string): Promise<void> {
  await writeEntry(refreshTokenEntry(connectionId), token);
}

/** Deletes the entry permanently; a missing one is not an error. */
export const dropRefreshToken = (connectionId: string): Promise<void> =>
  dropEntry(refreshTokenEntry(connectionId));

/** The stored token, or null if there is none. */
export const readRefreshToken = (connectionId: string): Promise<string | null> =>
  // The entry's name is the route table's pattern with the connection's id filled in.
  fetchSecret(refreshTokenEntry(connectionId) as SecretName);
