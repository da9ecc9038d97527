import { randomInt } from "node:crypto";
import { secretLimits } from "#infra/local/aws/limits.ts";
import {
  type AwsJsonServer,
  type AwsServerHooks,
  startAwsJsonServer,
} from "#infra/local/aws/protocol/aws-json-server.ts";
import { actionsOn } from "#infra/local/aws/protocol/state-calls.ts";
import { openStateFile, type StateFile } from "#infra/local/aws/protocol/state-file.ts";
import { reads } from "./reads.ts";
import { type Secret, type Secrets, secretSchema } from "./secret.ts";
import { writes } from "./writes.ts";

const SUFFIX_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const ACCOUNT = "000000000000";

export interface SecretsManagerOptions extends AwsServerHooks {
  /** The JSON file (mode 0600) that keeps the secrets; null keeps them in memory only. */
  file: string | null;
  /** A random integer from 0 up to, not including, `below`; picks the six characters of an ARN. */
  random?: (below: number) => number;
  /** Part of the ARNs of new secrets; by default `us-east-1`. */
  region?: string;
}

/**
 * Starts the Secrets Manager emulator on 127.0.0.1, with the calls that the product makes.
 * Writes are on disk before the response is sent. Only one process may use a file.
 * @throws Error with one sentence if the file is damaged
 */
export async function startSecretsManager(
  options: SecretsManagerOptions,
): Promise<AwsJsonServer & Pick<StateFile<Secret>, "keep" | "read">> {
  const { file, random = randomInt, region = "us-east-1", ...hooks } = options;
  const store = await openStateFile({
    file,
    name: "secrets",
    member: "secrets",
    schema: secretSchema,
    keyOf: ({ name }) => name,
  });
  const newArn = (name: string) => {
    const suffix = Array.from({ length: 6 }, () => SUFFIX_ALPHABET[random(SUFFIX_ALPHABET.length)]);
    return `arn:aws:secretsmanager:${region}:${ACCOUNT}:secret:${name}-${suffix.join("")}`;
  };
  const server = await startAwsJsonServer({
    ...hooks,
    targetPrefix: "secretsmanager",
    limits: secretLimits,
    actions: actionsOn(store, { reads, writes }, ({ at }) => ({ at, newArn }), dropEnded),
  });
  return {
    url: server.url,
    keep: store.keep,
    read: store.read,
    close: async () => {
      await server.close();
      // A caller may have hung up while its write is still in progress.
      await store.idle();
    },
  };
}

/** Removes the secrets whose recovery window has ended. */
function dropEnded(secrets: Secrets, at: number): void {
  for (const { name, deletionAt } of secrets.values()) {
    if (deletionAt !== null && deletionAt <= at) secrets.delete(name);
  }
}
