import {
  type KeyChange,
  type KeySet,
  keyChangeText,
  parseKeySet,
} from "#shared/domain/log/key-change.ts";
import { sameKey, verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { type LogKeySet, type LogKeys, putLogKeys } from "#shared/store/log.ts";
import { transact } from "#shared/store/transact.ts";
import { type Signer, signerOf, signText } from "./log-signer.ts";
import type { OpenLog } from "./open-log.ts";

/**
 * Changes the log's keys to the next ones, if a rotation asked for it: a note under the old and the
 * new keys. A change that fails holds nothing up; the old keys go on signing.
 * @returns null: someone else changed the keys meanwhile
 */
export async function changeKeys(opened: OpenLog): Promise<OpenLog | null> {
  const { keys, head, signer } = opened;
  if (keys.next === null) return opened;
  try {
    const next = await signerOf(head.origin, keys.next);
    if (wasUsed(keys, next.keys)) throw new Error("One of the next keys has signed before.");
    const change: KeyChange = {
      origin: head.origin,
      size: head.size,
      before: signer.keys,
      after: next.keys,
    };
    const note = await signText(keyChangeText(change), [signer, next]);
    const after: LogKeys = {
      sets: [setOf(next), ...keys.sets],
      changes: [...keys.changes, note],
      next: null,
    };
    const { committed } = await transact({ keys: putLogKeys(keys, after) });
    return committed ? { ...opened, keys: after, signer: next } : null;
  } catch (error) {
    log("error", "evidence_log.key_change_failed", describeError(error));
    return opened;
  }
}

const setOf = ({ keys, arns }: Signer): LogKeySet => [
  { key_arn: arns[0], verifier_key: verifierKeyText(keys[0]) },
  { key_arn: arns[1], verifier_key: verifierKeyText(keys[1]) },
];

const wasUsed = (keys: LogKeys, next: KeySet): boolean =>
  keys.sets
    .flatMap((set) => parseKeySet(set.map(({ verifier_key }) => verifier_key)) ?? [])
    .some((used) => next.some((key) => sameKey(key, used)));
