import { unbase64 } from "#shared/domain/bytes.ts";
import { type LogEntry, parseEntry } from "#shared/domain/log/entry.ts";
import {
  type DatedRowsKey,
  judgeKeyChain,
  type KeySet,
  keyChainText,
  parseKeyChain,
  parseKeySet,
} from "#shared/domain/log/key-change.ts";
import { leafHash } from "#shared/domain/log/merkle.ts";
import { provesInclusion } from "#shared/domain/log/proofs.ts";
import { verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import type { LogHead } from "#shared/store/log.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { getEntry } from "#shared/store/log-rows.ts";
import { ForkError, orFork } from "./fork.ts";
import { proveInclusion } from "./prove.ts";

interface TrustedKeys {
  sets: readonly KeySet[];
  rows: readonly DatedRowsKey[];
}

/**
 * Every key in the chain of signed notes, oldest first. Functions read the table's own list of keys, so
 * it must be the same: otherwise whoever can write the table could bring back a key that was withdrawn.
 * @throws ForkError
 */
export async function trustedKeys(head: LogHead, keys: LogKeys): Promise<TrustedKeys> {
  const current = parseKeySet((keys.sets[0] ?? []).map(({ verifier_key }) => verifier_key));
  const changes = parseKeyChain(keyChainText(keys.changes));
  if (current === null || changes === null) throw new ForkError("Its keys cannot be read.");
  const judged = await judgeKeyChain({ origin: head.origin, pinned: [], changes, current });
  if (judged.status === "broken") throw new ForkError(judged.reason);
  const rows = await Promise.all(
    judged.rows.map(async (key) => {
      const { until } = key;
      return { ...key, replacedAt: until === null ? null : await lastTimeAt(until, head) };
    }),
  );
  const trusted = { sets: judged.sets, rows };
  if (JSON.stringify(listed(keys)) !== JSON.stringify(signed(trusted))) {
    throw new ForkError("Its list of keys is not that of the signed notes.");
  }
  return trusted;
}

/** What the table's list says of each key, oldest first. */
const listed = ({ sets, rows }: LogKeys) => [
  sets.toReversed().map((set) => set.map(({ verifier_key }) => verifier_key)),
  rows
    .toReversed()
    .map(({ verifier_key, until }) => [
      verifier_key,
      ...(until === undefined ? [] : [until.size, until.at, until.emergency]),
    ]),
];

/** What the signed notes say of each key, in the same form. */
const signed = ({ sets, rows }: TrustedKeys) => [
  sets.map((set) => set.map(verifierKeyText)),
  rows.map(({ key, until, replacedAt, isWithdrawn }) => [
    verifierKeyText(key),
    ...(until === null ? [] : [until, replacedAt, isWithdrawn]),
  ]),
];

/**
 * The time of the last leaf of a tree of that many, ISO 8601 UTC; empty if it has none.
 * @throws ForkError
 */
export const lastTimeAt = async (size: number, head: LogHead): Promise<string> =>
  size === 0 ? "" : (await provenEntry(size - 1, head)).time;

/**
 * The entry at an index, proved to be in the log with this head.
 * @throws ForkError
 */
export async function provenEntry(index: number, head: LogHead): Promise<LogEntry> {
  const [bytes, hashes] = await Promise.all([
    getEntry(index),
    orFork(() => proveInclusion(index, head.size)),
  ]);
  const entry = bytes && parseEntry(bytes);
  const root = unbase64(head.root) ?? new Uint8Array();
  if (
    !bytes ||
    !entry ||
    !provesInclusion(leafHash(bytes), { index, size: head.size, hashes, root })
  ) {
    throw new ForkError(`Its entry ${index} is not its leaf.`);
  }
  return entry;
}
