import { DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
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

/** Makes a deployment what it was before anything was set up: no secret, and an empty table. */
export async function forgetSetup(system: TestSystem): Promise<void> {
  const store = secretStoreOf(system);
  await Promise.all(
    ENTRIES.map((SecretId) =>
      store.client.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true })),
    ),
  );
  const client = tableClient(system);
  const TableName = system.endpoints.table_name;
  for (const { pk, sk } of await scanTable(system)) {
    await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  }
}
