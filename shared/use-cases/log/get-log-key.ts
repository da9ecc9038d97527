import { DomainError } from "#shared/domain/errors.ts";
import { getLogKeys, type LogKeys } from "#shared/store/log-keys.ts";

/** Every key, those that sign now first. @throws DomainError `not_found` before the log's start */
export const getLogKey = async (): Promise<string[]> =>
  (await begunKeys()).sets.flat().map(({ verifier_key }) => verifier_key);

/** @throws DomainError `not_found` in the minute before the sequencer's first run */
export async function begunKeys(): Promise<LogKeys> {
  const keys = await getLogKeys();
  if (keys !== null) return keys;
  throw new DomainError("not_found", "The log starts with the next run of its sequencer.");
}
