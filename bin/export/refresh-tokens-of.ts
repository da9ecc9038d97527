import { paginateListSecrets } from "@aws-sdk/client-secrets-manager";
import { refreshTokenEntry, refreshTokenNote } from "#shared/domain/connections/new-connection.ts";

/**
 * The connections for which a tenant's refresh token is stored. Some may not exist: a function that
 * ended too early stored only the token.
 */
export async function refreshTokensOf(tenantId: string): Promise<string[]> {
  const { secretId, secretsManager } = await import("#shared/platform/secrets/secrets.ts");
  const prefix = secretId(refreshTokenEntry(""));
  const ids: string[] = [];
  for await (const { SecretList = [] } of paginateListSecrets({ client: secretsManager() }, {})) {
    for (const { Name = "", Description } of SecretList) {
      const isIts = Name.startsWith(prefix) && Description === refreshTokenNote(tenantId);
      if (isIts) ids.push(Name.slice(prefix.length));
    }
  }
  return ids;
}
