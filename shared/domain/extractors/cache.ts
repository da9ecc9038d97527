import { canonicalHash } from "#shared/domain/canonical.ts";
import type { Entry, Task } from "./call.ts";

/** What is kept of a good answer. */
export interface CachedAnswer {
  value: unknown;
  model: string | null;
}

/** SHA-256 over the canonical JSON of everything that decides an answer; no credential. */
export const requestHash = (entry: Entry, task: Task<unknown>): string =>
  canonicalHash({
    provider: entry.provider,
    endpoint: entry.endpoint,
    model: entry.model,
    instructions: task.instructions,
    schema: [task.schemaName, task.schemaVersion],
    input: task.input,
  });

/** Names an entry's configuration for its cooldown: another endpoint or credential starts with none. */
export const configHash = ({ provider, endpoint, model, credentialId }: Entry): string =>
  canonicalHash({ provider, endpoint, model, credential_id: credentialId });
