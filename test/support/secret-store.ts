import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { System } from "#infra/local/system.ts";

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
    /** Every version ever written, with its value, labelled or not. */
    allValues: async (SecretId: string): Promise<string[]> => {
      const { Versions = [] } = await client.send(
        new ListSecretVersionIdsCommand({ SecretId, IncludeDeprecated: true }),
      );
      const values = await Promise.all(
        Versions.map(async ({ VersionId }) =>
          client.send(new GetSecretValueCommand({ SecretId, VersionId })),
        ),
      );
      return values.map(({ SecretString = "" }) => SecretString);
    },
  };
}

export type SecretStore = ReturnType<typeof secretStoreOf>;
