import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { refreshTokenEntry, refreshTokenNote } from "#shared/domain/connections/new-connection.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { fetchSecret } from "./secrets.ts";
import { dropEntry, writeEntry } from "./written-entries.ts";

/**
 * Stores a connection's token in an entry of its own, in place of an earlier one. The entry names the
 * tenant, so that the tenant's removal finds it even if the function ends here.
 * @throws DomainError `dependency_unavailable`
 */
export async function keepRefreshToken(
  { id, tenant_id }: Pick<ConnectionRecord, "id" | "tenant_id">,
  token: string,
): Promise<void> {
  await writeEntry(refreshTokenEntry(id), token, refreshTokenNote(tenant_id));
}

/** Deletes the entry permanently; a missing one is not an error. */
export const dropRefreshToken = (connectionId: string): Promise<void> =>
  dropEntry(refreshTokenEntry(connectionId));

/** The stored token, or null if there is none. */
export const readRefreshToken = (connectionId: string): Promise<string | null> =>
  // The entry's name is the route table's pattern with the connection's id filled in.
  fetchSecret(refreshTokenEntry(connectionId) as SecretName);
