import { DomainError } from "#shared/domain/errors.ts";
import { readLog } from "#shared/store/log.ts";
import { getLogKeys, type LogKeys, type NextKeys } from "#shared/store/log-keys.ts";
import { announcedKeys, isFollowed } from "./announced-keys.ts";
import { ForkError } from "./fork.ts";

/** @throws DomainError `dependency_unavailable` if the log contradicts itself, of which the sequencer tells */
const unlessForked = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    if (!(error instanceof ForkError)) throw error;
    throw new DomainError("dependency_unavailable", "The evidence log cannot be read now.");
  });

/**
 * The log's keys, if a rotation may change them now.
 * @throws DomainError `secret_not_provisioned` before the log has begun, `conflict`
 */
export async function changeableKeys(): Promise<LogKeys> {
  const keys = await getLogKeys();
  if (keys === null) throw notBegun();
  if (keys.next !== null) throw tooEarly();
  return keys;
}

const tooEarly = () =>
  new DomainError("conflict", "The last rotation takes effect within a minute.");

const notBegun = () =>
  new DomainError("secret_not_provisioned", "The log starts with its sequencer's first run.");

/**
 * Makes sure that no rotation is on its way. The log would refuse the row of another one that does not
 * follow the keys that it has announced.
 * @throws DomainError `secret_not_provisioned`, `conflict`, `dependency_unavailable`
 */
export async function requireNoRotation(role: NextKeys["role"]): Promise<void> {
  const { keys, head } = await readLog();
  if (keys === null || head === null) throw notBegun();
  if (keys.next !== null) throw tooEarly();
  const { announced } = await unlessForked(announcedKeys(role, head));
  if (announced === "waiting") throw tooEarly();
  if (announced !== null && !isFollowed(role, announced, keys)) {
    throw new DomainError(
      "conflict",
      "The last rotation was taken out of the table before it took effect. Put it back first, as the member next of LOG#KEYS.",
    );
  }
}
