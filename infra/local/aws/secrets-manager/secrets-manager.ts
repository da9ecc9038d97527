import { randomInt } from "node:crypto";
import {
  type AwsCall,
  type AwsJsonServer,
  startAwsJsonServer,
} from "#infra/local/aws/protocol/aws-json-server.ts";
import type { Read, Write } from "./calls.ts";
import { createSecret } from "./create-secret.ts";
import { deleteSecret } from "./delete-secret.ts";
import { describeSecret } from "./describe-secret.ts";
import { getSecretValue } from "./get-secret-value.ts";
import { listSecrets } from "./list-secrets.ts";
import { putSecretValue } from "./put-version.ts";
import { existing, openSecretStore } from "./secret-store.ts";
import { listSecretVersionIds, updateSecretVersionStage } from "./version-stages.ts";

const READS: Record<string, Read> = {
  DescribeSecret: describeSecret,
  GetSecretValue: getSecretValue,
  ListSecretVersionIds: listSecretVersionIds,
  ListSecrets: listSecrets,
};

const WRITES: Record<string, Write> = {
  CreateSecret: createSecret,
  DeleteSecret: deleteSecret,
  PutSecretValue: putSecretValue,
  UpdateSecretVersionStage: updateSecretVersionStage,
};

const SUFFIX_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const ACCOUNT = "000000000000";

export type SecretsManagerOptions = {
  /** The JSON file (mode 0600) that keeps the secrets; null keeps them in memory only. */
  file: string | null;
  /** The current time in milliseconds since the epoch. */
  now: () => number;
  /** A random integer from 0 up to, not including, `below`; picks the six characters of an ARN. */
  random?: (below: number) => number;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Part of the ARNs of new secrets; by default `us-east-1`. */
  region?: string;
  /** Refuses a call by throwing an AwsError. */
  authorize?: (call: AwsCall) => void;
  /** Called with every error that the caller sees only as InternalServiceError. */
  onUnforeseen?: (error: unknown) => void;
};

/**
 * Starts the Secrets Manager emulator on 127.0.0.1, with the calls that the product and its tests
 * make; writes are on disk before the response is sent. Only one process may use a file.
 * @throws Error with one sentence if the file is damaged
 */
export async function startSecretsManager(options: SecretsManagerOptions): Promise<AwsJsonServer> {
  const { file, random = randomInt, region = "us-east-1", ...serverOptions } = options;
  const store = await openSecretStore(file);
  const newArn = (name: string) => {
    const suffix = Array.from({ length: 6 }, () => SUFFIX_ALPHABET[random(SUFFIX_ALPHABET.length)]);
    return `arn:aws:secretsmanager:${region}:${ACCOUNT}:secret:${name}-${suffix.join("")}`;
  };
  const reading = (read: Read) => (call: AwsCall) =>
    read(existing(store.read(), call.at), call.input);
  const writing = (write: Write) => (call: AwsCall) =>
    store.change((secrets) => {
      const before = existing(secrets, call.at);
      const { answer, next } = write(before, call.input, { at: call.at, newArn });
      return { answer, next: next === before ? secrets : next };
    });

  const server = await startAwsJsonServer({
    ...serverOptions,
    targetPrefix: "secretsmanager",
    actions: {
      ...mapValues(READS, reading),
      ...mapValues(WRITES, writing),
    },
  });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      // The write of a caller that hung up may still be in progress.
      await store.idle();
    },
  };
}

function mapValues<A, B>(table: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));
}
