import { canonicalHash } from "#shared/domain/canonical.ts";
import type { Entry, Task } from "./call.ts";

/** A good answer as cached. */
export interface CachedAnswer {
  value: unknown;
  model: string | null;
}

/**
 * Cache key: SHA-256 over the canonical JSON of everything that determines an answer, without any
 * credential.
 */
export const requestHash = (entry: Entry, task: Task<unknown>): string =>
  canonicalHash({
    provider: entry.provider,
    endpoint: entry.endpoint,
    model: entry.model,
    instructions: task.instructions,
    schema: [task.schemaName, task.schemaVersion],
    input: task.input,
  });

/** An entry's cooldown key: a new endpoint or credential starts without a cooldown. */
export const configHash = ({ provider, endpoint, model, credentialId }: Entry): string =>
  canonicalHash({ provider, endpoint, model, credential_id: credentialId });
