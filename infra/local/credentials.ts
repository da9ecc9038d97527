import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { developmentCredentialsOf, type FunctionUnit } from "#infra/functions.ts";
import { credentialEntries, credentialNames } from "#shared/domain/setup/credentials.ts";
import { isDevelopment } from "#shared/platform/settings.ts";

type Values = Readonly<Record<string, string | undefined>>;

/** Names of the credentials in a function's environment; none under a deployed stage's name. */
export const credentialsInEnvironment = (unit: FunctionUnit, stage: string): readonly string[] =>
  isDevelopment(stage) ? developmentCredentialsOf(unit) : [];

/**
 * Under a deployed stage's name, functions read credentials only from the secret store. So the run's
 * credentials are stored there first, as an operator would do.
 */
export async function storeCredentials(
  values: Values,
  { stage, endpoint, region }: { stage: string; endpoint: string; region: string },
): Promise<void> {
  if (isDevelopment(stage)) return;
  const operator = { accessKeyId: "operator", secretAccessKey: "local" };
  const client = new SecretsManagerClient({ endpoint, region, credentials: operator });
  for (const name of credentialNames) {
    const value = values[name];
    const entry = `${values.SECRET_PREFIX ?? ""}${credentialEntries[name]}`;
    if (value !== undefined && value !== "") await store(client, entry, value);
  }
  client.destroy();
}

async function store(client: SecretsManagerClient, name: string, value: string): Promise<void> {
  try {
    await client.send(new CreateSecretCommand({ Name: name, SecretString: value }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
    if ((await current(client, name)) === value) return;
    await client.send(new PutSecretValueCommand({ SecretId: name, SecretString: value }));
  }
}

async function current(client: SecretsManagerClient, name: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId: name }))).SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
