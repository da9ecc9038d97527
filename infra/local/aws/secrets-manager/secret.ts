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
  description: z.string().nullish(),
  createdAt: z.number(),
  changedAt: z.number(),
  /** When a secret that is marked deleted will be removed. */
  deletionAt: z.number().nullable(),
  versions: z.array(versionSchema),
});

export type Version = z.infer<typeof versionSchema>;
export type Secret = z.infer<typeof secretSchema>;

/** All secrets by name; a call may change its copy. */
export type Secrets = Map<string, Secret>;

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

export const CURRENT = "AWSCURRENT";
const PREVIOUS = "AWSPREVIOUS";
const VERSIONS_KEPT = 100;

export const holderOf = ({ versions }: Secret, stage: string): Version | undefined =>
  versions.find(({ stages }) => stages.includes(stage));

/** Adds a version and makes it current. Beyond 100, the oldest ones without a stage are removed. */
export function addVersion(secret: Secret, id: string, text: string, at: number): void {
  secret.versions.push({ id, createdAt: at, content: { text }, stages: [] });
  makeCurrent(secret, id, at);
  let surplus = secret.versions.length - VERSIONS_KEPT;
  secret.versions = secret.versions.filter(({ stages }) => stages.length > 0 || surplus-- <= 0);
}

/** Makes a version the current one. The one that was current becomes the previous one. */
export function makeCurrent(secret: Secret, id: string, at: number): void {
  const from = holderOf(secret, CURRENT)?.id;
  secret.changedAt = at;
  if (from === id) return;
  for (const version of secret.versions) {
    if (version.id === id) version.stages = [CURRENT];
    else version.stages = version.id === from ? [PREVIOUS] : [];
  }
}
