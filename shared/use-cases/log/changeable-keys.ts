import { DomainError } from "#shared/domain/errors.ts";
import { getLogKeys, type LogKeys } from "#shared/store/log-keys.ts";

/**
 * The log's keys, if a rotation may change them now.
 * @throws DomainError `secret_not_provisioned` before the log has begun, `conflict`
 */
export async function changeableKeys(): Promise<LogKeys> {
  const keys = await getLogKeys();
  if (keys === null) {
    throw new DomainError(
      "secret_not_provisioned",
      "The log starts with its sequencer's first run.",
    );
  }
  if (keys.next !== null) {
    throw new DomainError("conflict", "The last rotation takes effect within a minute.");
  }
  return keys;
}
