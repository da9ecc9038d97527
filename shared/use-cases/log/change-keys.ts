import { type KeyChange, keyChangeText, parseKeySet } from "#shared/domain/log/key-change.ts";
import { parseVerifierKey, sameKey, type VerifierKey } from "#shared/domain/log/verifier-key.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { putLogKeys } from "#shared/store/log.ts";
import type { LogKeys, NextKeys } from "#shared/store/log-keys.ts";
import { transact } from "#shared/store/transact.ts";
import { keySetOf, rowsKeyOf, type Signer, signerOf, signText } from "./log-signer.ts";
import type { OpenLog } from "./open-log.ts";

/** The log once its keys have changed. */
type Changed = Pick<OpenLog, "keys" | "signer" | "rowsKeys">;

/**
 * Changes the log's keys to the next ones, if a rotation asked for it: a note under the old and the
 * new log keys. A change that fails holds nothing up; the old keys go on signing.
 * @returns null: someone else changed the keys meanwhile
 */
export async function changeKeys(opened: OpenLog): Promise<OpenLog | null> {
  const { keys } = opened;
  const { next } = keys;
  if (next === null) return opened;
  try {
    const changed = await (next.role === "log"
      ? changeLogKeys(opened, next)
      : changeRowsKey(opened, next));
    const { committed } = await transact({ keys: putLogKeys(keys, changed.keys) });
    return committed ? { ...opened, ...changed } : null;
  } catch (error) {
    log("error", "evidence_log.key_change_failed", describeError(error));
    return opened;
  }
}

type Next<R extends NextKeys["role"]> = Extract<NextKeys, { role: R }>;

async function changeLogKeys(
  { keys, head, signer, rowsKeys }: OpenLog,
  { arns }: Next<"log">,
): Promise<Changed> {
  const { origin, size } = head;
  const next = await signerOf(origin, arns);
  refuseUsed(keys, next.keys);
  const note = await noted({ origin, size, role: "log", before: signer.keys, after: next.keys }, [
    signer,
    next,
  ]);
  const sets = [keySetOf(next), ...keys.sets];
  return { signer: next, rowsKeys, keys: { ...keys, sets, ...note(keys) } };
}

async function changeRowsKey(
  { keys, head, signer, rowsKeys }: OpenLog,
  { arn }: Next<"rows">,
): Promise<Changed> {
  const { origin, size } = head;
  const next = await rowsKeyOf(origin, arn);
  refuseUsed(keys, [next.key]);
  const former = rowsKeys.slice(0, -1);
  const last = rowsKeys.at(-1);
  if (last === undefined) throw new Error("There is no rows key to change.");
  const note = await noted({ origin, size, role: "rows", before: last.key, after: next.key }, [
    signer,
  ]);
  return {
    signer,
    rowsKeys: [...former, { ...last, until: size }, { key: next.key, until: null }],
    keys: { ...keys, rows: [next.stored, ...keys.rows], ...note(keys) },
  };
}

/** The signed note of a change, at the end of those that there are. */
async function noted(change: KeyChange, signers: readonly Signer[]) {
  const note = await signText(keyChangeText(change), signers);
  return ({ changes }: LogKeys): Pick<LogKeys, "changes" | "next"> => ({
    changes: [...changes, note],
    next: null,
  });
}

function refuseUsed(keys: LogKeys, next: readonly VerifierKey[]): void {
  const used = [
    ...keys.sets.flatMap(
      (set) => parseKeySet(set.map(({ verifier_key }) => verifier_key))?.flat() ?? [],
    ),
    ...keys.rows.flatMap(({ verifier_key }) => parseVerifierKey(verifier_key) ?? []),
  ];
  if (used.some((one) => next.some((key) => sameKey(key, one)))) {
    throw new Error("One of the next keys has signed before.");
  }
}
