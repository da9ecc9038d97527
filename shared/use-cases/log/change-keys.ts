import { sameJson } from "#shared/domain/canonical-json.ts";
import {
  type KeyChange,
  keyChangeText,
  parseKeySet,
  replaced,
  rowsKey,
} from "#shared/domain/log/key-change.ts";
import {
  parseVerifierKey,
  sameKey,
  type VerifierKey,
  verifierKeyText,
} from "#shared/domain/log/verifier-key.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { putLogKeys } from "#shared/store/log.ts";
import type { LogKeys, NextKeys } from "#shared/store/log-keys.ts";
import { transact } from "#shared/store/transact.ts";
import { type Announced, announcedKeys, isFollowed, isOneLost } from "./announced-keys.ts";
import { keySetOf, rowsKeyOf, type Signer, signerOf, signText } from "./log-signer.ts";
import type { OpenLog } from "./open-log.ts";

/** The log once its keys have changed. */
type Changed = Pick<OpenLog, "keys" | "sets" | "signer" | "rowsKeys">;

/**
 * Changes the log's keys to the next ones if a rotation requested it, as its row in the log says. Signs
 * a note about the change with the old and the new log keys. A change that fails does not block
 * anything: the old keys go on signing.
 * @returns null: someone else changed the keys meanwhile
 */
export async function changeKeys(opened: OpenLog, now: string): Promise<OpenLog | null> {
  const { keys } = opened;
  const { next } = keys;
  if (next === null || !isDue(next, now)) return opened;
  try {
    const { announced } = await announcedKeys(next.role, opened.head);
    // The index of waiting rows may lack a new one, so this run did not take it.
    if (announced === "waiting") return opened;
    const changed = await (next.role === "log"
      ? changeLogKeys(opened, next, announced)
      : changeRowsKey(opened, next, announced));
    const { committed } = await transact({ keys: putLogKeys(keys, changed.keys) });
    return committed ? { ...opened, ...changed } : null;
  } catch (error) {
    log("error", "evidence_log.key_change_failed", describeError(error));
    return opened;
  }
}

type Next<R extends NextKeys["role"]> = Extract<NextKeys, { role: R }>;

async function changeLogKeys(
  { keys, head, sets: former, signer, rowsKeys }: OpenLog,
  { arns }: Next<"log">,
  announced: Announced | null,
): Promise<Changed> {
  const { origin, size } = head;
  const next = await signerOf(origin, arns);
  refuseUsed(keys, next.keys);
  refuseUnannounced({ verifier_keys: next.keys.map(verifierKeyText), emergency: false }, announced);
  const note = await noted({ origin, size, role: "log", before: signer.keys, after: next.keys }, [
    signer,
    next,
  ]);
  const sets = [keySetOf(next), ...keys.sets];
  return {
    sets: [...former, next.keys],
    signer: next,
    rowsKeys,
    keys: { ...keys, sets, ...note(keys) },
  };
}

/**
 * Raises an alarm if somebody took a rotation out of the table: the log has its row, but no key of that
 * row signs or is about to; or the table has its row, and the log neither has that nor will take it.
 * @param changed the role whose keys this run changed as the row says
 */
export async function tellForgotten(
  { head, keys }: OpenLog,
  changed: NextKeys["role"] | null,
): Promise<void> {
  const roles = (["log", "rows"] as const).filter((role) => role !== changed);
  const found = roles.map(async (role) => ({ role, ...(await announcedKeys(role, head)) }));
  for (const { role, announced, unlogged } of await Promise.all(found)) {
    if (announced === "waiting" || keys.next?.role === role) continue;
    if (await isOneLost(unlogged)) {
      tell(
        `The table has a row about ${role} keys that is not in the log and does not wait for it.`,
      );
    } else if (announced !== null && !isFollowed(role, announced, keys)) {
      tell(`The log has a row about ${role} keys that nothing changes to.`);
    }
  }
}

const tell = (message: string): void => log("error", "evidence_log.key_change_failed", { message });

/** This long after the last write, no write under a withdrawn key can still be in progress. */
const PAUSE_MS = 30_000;

/**
 * Whether the keys change now. In an emergency they change once nobody can still write under the former
 * key.
 */
const isDue = (next: NextKeys, now: string): boolean =>
  !isEmergency(next) || Date.parse(now) >= Date.parse(next.emergency_at) + PAUSE_MS;

/**
 * Whether this run changes keys. The run first takes what waits, also the row that announces the change.
 * After a change of the rows key a withdrawn key no longer counts; any other former key counts for some
 * hours after the log's last leaf, and that leaf is old in a quiet log.
 */
export const isChangingKeys = ({ keys: { next } }: OpenLog, now: string): boolean =>
  next !== null && isDue(next, now);

const isEmergency = (
  next: NextKeys,
): next is Next<"rows"> & Required<Pick<Next<"rows">, "emergency_at">> =>
  next.role === "rows" && next.emergency_at !== undefined;

async function changeRowsKey(
  { keys, head, sets, signer, rowsKeys, lastTime: at }: OpenLog,
  { arn, emergency_at }: Next<"rows">,
  announced: Announced | null,
): Promise<Changed> {
  const { origin, size } = head;
  const next = await rowsKeyOf(origin, arn);
  const emergency = emergency_at !== undefined;
  refuseUsed(keys, [next.key]);
  refuseUnannounced({ verifier_keys: [verifierKeyText(next.key)], emergency }, announced);
  const former = rowsKeys.slice(0, -1);
  const last = rowsKeys.at(-1);
  if (last === undefined) throw new Error("There is no rows key to change.");
  const change = { origin, size, role: "rows", before: last.key, after: next.key } as const;
  const note = await noted({ ...change, emergency }, [signer]);
  const [current, ...earlier] = keys.rows;
  const rows = [
    next.stored,
    ...(current === undefined ? [] : [{ ...current, until: { size, at, emergency } }]),
    ...earlier,
  ];
  return {
    sets,
    signer,
    rowsKeys: [
      ...former,
      { ...replaced(last, { size, emergency }), replacedAt: at },
      { ...rowsKey(next.key), replacedAt: null },
    ],
    keys: { ...keys, rows, ...note(keys) },
  };
}

/** Appends the signed note of a change to the existing notes. */
async function noted(change: KeyChange, signers: readonly Signer[]) {
  const note = await signText(keyChangeText(change), signers);
  return ({ changes }: LogKeys): Pick<LogKeys, "changes" | "next"> => ({
    changes: [...changes, note],
    next: null,
  });
}

/** @throws Error unless the log's newest row about such keys announced this change */
function refuseUnannounced(change: Announced, announced: Announced | null): void {
  if (!sameJson(change, announced)) {
    throw new Error("No row of the log announces these keys in this way.");
  }
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
