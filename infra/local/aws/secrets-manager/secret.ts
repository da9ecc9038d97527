import * as z from "zod";

const versionSchema = z.strictObject({
  id: z.string(),
  createdAt: z.number(),
  content: z.strictObject({ text: z.string() }),
  stages: z.array(z.string()),
});

/**
 * A stored secret. Times are in milliseconds since the epoch; versions are oldest first.
 */
export const secretSchema = z.object({
  name: z.string(),
  arn: z.string(),
  kmsKeyId: z.string().nullable(),
  createdAt: z.number(),
  changedAt: z.number(),
  /** When a secret that is marked deleted is removed. */
  deletionAt: z.number().nullable(),
  versions: z.array(versionSchema),
});

export type Version = Readonly<z.infer<typeof versionSchema>>;
export type Secret = Readonly<z.infer<typeof secretSchema>>;

/** All secrets by name; never changed in place. */
export type Secrets = ReadonlyMap<string, Secret>;

/** The secret by name, full ARN, or ARN without the six random characters. */
export function findSecret(secrets: Secrets, id: string): Secret | undefined {
  if (!id.startsWith("arn:")) return secrets.get(id);
  for (const secret of secrets.values()) if (secret.arn === id) return secret;
  const named = secrets.get(nameInArn(id));
  return named?.arn.startsWith(`${id}-`) ? named : undefined;
}

/** The name in an ARN; any other id is itself a name. */
export function nameInArn(id: string): string {
  return id.startsWith("arn:") ? (id.split(":")[6] ?? "") : id;
}

export function withSecret(secrets: Secrets, secret: Secret): Secrets {
  return new Map(secrets).set(secret.name, secret);
}

export function withoutSecret(secrets: Secrets, name: string): Secrets {
  return new Map([...secrets].filter(([key]) => key !== name));
}
