import { DomainError } from "#shared/domain/errors.ts";
import { getLogKeys } from "#shared/store/log.ts";

/**
 * Every verifier key of the log, the current signing key first.
 * @throws DomainError `not_found` in the minute before the sequencer's first run
 */
export async function readKeys(): Promise<string[]> {
  const keys = await getLogKeys();
  if (keys.length > 0) return keys.map(({ verifier_key }) => verifier_key);
  throw new DomainError("not_found", "The log starts with the next run of its sequencer.");
}
