import { illegal, type LifeRow, type Refusal, type Step } from "#shared/domain/audit/life.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import { parseKeySet } from "#shared/domain/log/key-change.ts";
import { ED25519, parseVerifierKey } from "#shared/domain/log/verifier-key.ts";

/*
 * The life of each signing key, row by row: the secret that signs decisions, the key of clearance
 * statements, the log's keys and the key that certifies writers. Each is provisioned once and then
 * rotated. A key that signed before never comes back.
 */

export interface KeyLife {
  /** The keys that sign now, as the rows name them; several may sign together. */
  keys: readonly string[];
  /** The keys that signed before, oldest first. */
  former: readonly string[];
}

function followedBy(before: KeyLife | null, keys: readonly string[]): KeyLife | Refusal {
  const former = [...(before?.former ?? []), ...(before?.keys ?? [])];
  return keys.some((key) => former.includes(key))
    ? illegal("it is a key that signed before.")
    : { keys, former };
}

/** @param old the earlier key according to the row; `known`: the one that really signed */
function rotated(
  before: KeyLife | null,
  keys: readonly string[],
  [old, known]: [unknown, unknown],
): KeyLife | Refusal {
  if (before === null) return illegal("there was no key before.");
  return sameJson(old, known)
    ? followedBy(before, keys)
    : illegal("it replaces another key than the one before.");
}

const doneBy = ({ action }: LifeRow): string => action.split(".").at(-1) ?? "";

/** Applies one row to the key of clearance statements, which rows name by its thumbprint. */
export const clearanceKeyStep: Step<KeyLife> = (before, row) => {
  const { kid, old_kid } = row.context;
  const keys = [String(kid)];
  if (doneBy(row) === "rotated") return rotated(before, keys, [old_kid, before?.keys[0]]);
  return before === null ? followedBy(null, keys) : illegal("there was a key already.");
};

/** Applies one row to the secret that signs decisions, which rows name by its key id. */
export const decisionSecretStep: Step<KeyLife> = (before, row) => {
  const { key_id, old_key_id } = row.context;
  const keys = [String(key_id)];
  if (doneBy(row) === "rotated") return rotated(before, keys, [old_key_id, before?.keys[0]]);
  // A recovery may only attach another version, which contains more of the secrets that are kept.
  const isSame = doneBy(row) === "recovered" && sameJson(before?.keys, keys);
  return isSame && before !== null ? before : followedBy(before, keys);
};

/** The log's keys, as verifier keys, with the first key that certified writers. */
export interface LogKeyLife extends KeyLife {
  rows_verifier_key: string;
}

const idsOf = (keys: readonly string[]): unknown[] => keys.map((key) => parseVerifierKey(key)?.id);

/** Applies one row to the log's keys. */
export const logKeyStep: Step<LogKeyLife> = (before, row) => {
  const { verifier_keys, old_key_ids, rows_verifier_key } = row.context;
  const keys = verifier_keys as readonly string[];
  if (parseKeySet(keys) === null) return illegal("it names no two keys of a log.");
  if (doneBy(row) === "provisioned") {
    return before === null
      ? { keys, former: [], rows_verifier_key: String(rows_verifier_key) }
      : illegal("there were keys already.");
  }
  const after = rotated(before, keys, [old_key_ids, before && idsOf(before.keys)]);
  return "refused" in after || before === null ? (after as Refusal) : { ...before, ...after };
};

/** The key that certifies writers, and the id of the key that did before the first of these rows. */
export interface RowsKeyLife extends KeyLife {
  began_after: string;
}

/** Applies one row to the key that certifies writers. The log's own row names the first one. */
export const rowsKeyStep: Step<RowsKeyLife> = (before, { context }) => {
  const { verifier_key, old_key_id } = context;
  const keys = [String(verifier_key)];
  if (parseVerifierKey(String(verifier_key))?.kind !== ED25519) {
    return illegal("it names no key that certifies writers.");
  }
  if (before === null) return { keys, former: [], began_after: String(old_key_id) };
  const after = rotated(before, keys, [old_key_id, idsOf(before.keys)[0]]);
  return "refused" in after ? after : { ...before, ...after };
};
