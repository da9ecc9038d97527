import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { System } from "#infra/local/system.ts";
import type { TestSystem } from "./system.ts";

/** The system's secret store, as an operator sees it. */
export function secretStoreOf({ endpoints }: Pick<System, "endpoints">) {
  const client = new SecretsManagerClient({
    endpoint: endpoints.secretsmanager as string,
    region: endpoints.region as string,
    credentials: { accessKeyId: "operator", secretAccessKey: "x" },
  });
  return {
    client,
    value: async (SecretId: string, VersionId?: string): Promise<string> =>
      (await client.send(new GetSecretValueCommand({ SecretId, VersionId }))).SecretString ?? "",
    version: async (SecretId: string): Promise<string> =>
      (await client.send(new GetSecretValueCommand({ SecretId }))).VersionId ?? "",
    create: async (Name: string, SecretString: string): Promise<string> =>
      (await client.send(new CreateSecretCommand({ Name, SecretString }))).VersionId ?? "",
    put: async (SecretId: string, SecretString: string): Promise<string> =>
      (await client.send(new PutSecretValueCommand({ SecretId, SecretString }))).VersionId ?? "",
    stages: async (SecretId: string) =>
      (await client.send(new DescribeSecretCommand({ SecretId }))).VersionIdsToStages ?? {},
  };
}

/** The value of every version ever written, labelled or not. */
export const allValuesOf = ({ services }: TestSystem, name: string): string[] =>
  services.secretsmanager
    .read()
    .get(name)
    ?.versions.map(({ content }) => content.text) ?? [];

export type SecretStore = ReturnType<typeof secretStoreOf>;
