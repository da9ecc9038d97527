import * as z from "zod";
import { openStateFile, type StateFile } from "#infra/local/aws/protocol/state-file.ts";
import { type Secrets, secretSchema } from "./secret.ts";

/** The result of a write: its response and the secrets afterwards (same map: nothing written). */
export type Change = { answer: unknown; next: Secrets };

/** Opens the secret store in that file, or in memory only (null). @throws Error if it is damaged */
export const openSecretStore = (file: string | null): Promise<StateFile<Secrets>> =>
  openStateFile({
    file,
    name: "secrets",
    schema: z.strictObject({ version: z.literal(1), secrets: z.array(secretSchema) }),
    read: ({ secrets }): Secrets => new Map(secrets.map((secret) => [secret.name, secret])),
    write: (secrets) => ({ version: 1 as const, secrets: [...secrets.values()] }),
    empty: new Map() as Secrets,
  });

/** The secrets that still exist at that time (ms since the epoch); the same map if all do. */
export function existing(secrets: Secrets, at: number): Secrets {
  const kept = [...secrets].filter(([, { deletionAt }]) => deletionAt === null || deletionAt > at);
  return kept.length === secrets.size ? secrets : new Map(kept);
}
