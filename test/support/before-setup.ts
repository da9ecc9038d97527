import { DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { rsaPem } from "./rsa-key.ts";
import { secretStoreOf } from "./secret-store.ts";
import type { TestSystem } from "./system.ts";
import { scanTable, tableClient } from "./table.ts";

const ENTRIES = [
  "oidc-issuer-private-key-pem",
  "oidc-issuer-private-key-pem-previous",
  "sourcehost-webhook-secret",
  "cloudb-eventbus-webhook-secret",
  "counsel-review-hmac-secret",
] as const;

/**
 * Puts a key into the secret store, as a provisioning run leaves it when cut off right afterwards. The
 * next run attaches that key instead of making one. @returns its PEM
 */
export async function keepKey(system: Pick<TestSystem, "endpoints">): Promise<string> {
  const pem = rsaPem();
  await secretStoreOf(system).create(ENTRIES[0], pem);
  return pem;
}

/** The most items in one DynamoDB batch. */
const MOST = 25;

/** Returns a deployment to its state before any setup: no secret, and an empty table. */
export async function forgetSetup(system: TestSystem): Promise<void> {
  const store = secretStoreOf(system);
  await Promise.all(
    ENTRIES.map((SecretId) =>
      store.client.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true })),
    ),
  );
  const client = tableClient(system);
  const deletions = (await scanTable(system)).map(({ pk, sk }) => ({
    DeleteRequest: { Key: { pk, sk } },
  }));
  for (let at = 0; at < deletions.length; at += MOST) {
    const some = deletions.slice(at, at + MOST);
    await client.send(
      new BatchWriteCommand({ RequestItems: { [system.endpoints.table_name ?? ""]: some } }),
    );
  }
}
