import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { onTestFinished } from "vitest";
import {
  type SecretsManagerOptions,
  startSecretsManager,
} from "#infra/local/aws/secrets-manager/secrets-manager.ts";

/** A Secrets Manager endpoint and a client pointed at it; both are closed after the test. */
export async function startTestSecretsManager(options: SecretsManagerOptions) {
  const server = await startSecretsManager(options);
  const client = new SecretsManagerClient({
    endpoint: server.url,
    region: "us-east-1",
    credentials: { accessKeyId: "AKIDTEST", secretAccessKey: "x" },
    maxAttempts: 1,
  });
  const stop = async () => {
    client.destroy();
    await server.close();
  };
  onTestFinished(stop);
  return { client, url: server.url, read: server.read, stop };
}
