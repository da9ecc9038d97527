import { KEY_CHANGE, type Note, parseNote, verifyNote } from "./signed-note.ts";
import {
  ED25519,
  ML_DSA_44,
  parseVerifierKey,
  sameKey,
  type VerifierKey,
  verifierKeyText,
} from "./verifier-key.ts";

/*
 * How one trusts the log's keys beyond the first: every change is a note that the old and the new
 * keys sign. Whoever pinned a key follows the notes from it; a key that is not reached that way
 * counts for nothing, whatever a row says.
 */

/** The keys that sign together: Ed25519 first, then ML-DSA-44. */
export type KeySet = readonly [VerifierKey, VerifierKey];

export interface KeyChange {
  origin: string;
  /** The number of leaves when the keys changed. */
  size: number;
  before: KeySet;
  after: KeySet;
}

export interface SignedKeyChange extends KeyChange {
  note: Note;
}

/** The longest origin with which the text stays within the 4,096 bytes that AWS KMS signs. */
export const LONGEST_ORIGIN = 84;

export const keyChangeText = ({ origin, size, before, after }: KeyChange): string =>
  `${KEY_CHANGE}${origin}\n${size}\n${keyLines(before)}${keyLines(after)}`;

/** Verifier keys, one per line. */
export const keyLines = (keys: readonly VerifierKey[]): string =>
  keys.map((key) => `${verifierKeyText(key)}\n`).join("");

/** The two keys of a set from their lines; null if they are not an Ed25519 and an ML-DSA-44 key. */
export function parseKeySet(lines: readonly string[]): KeySet | null {
  const [first, second, ...more] = lines.map(parseVerifierKey);
  if (!first || !second || more.length > 0 || first.name !== second.name) return null;
  return first.kind === ED25519 && second.kind === ML_DSA_44 ? [first, second] : null;
}

/** The chain as served: its notes, oldest first, with an empty line between two of them. */
export const keyChainText = (notes: readonly string[]): string => notes.join("\n");

/** Parses a chain without verifying it; null if it is not one. No changes are an empty text. */
export function parseKeyChain(text: string): SignedKeyChange[] | null {
  if (text === "") return [];
  const parts = text.split("\n\n");
  const changes: SignedKeyChange[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const isLast = i + 2 >= parts.length;
    const change = parseKeyChange(`${parts[i]}\n\n${parts[i + 1] ?? ""}${isLast ? "" : "\n"}`);
    if (change === null) return null;
    changes.push(change);
  }
  return changes;
}

function parseKeyChange(text: string): SignedKeyChange | null {
  const note = parseNote(text);
  if (note === null || !note.text.startsWith(KEY_CHANGE)) return null;
  const [origin = "", size = "", ...keys] = note.text.slice(KEY_CHANGE.length, -1).split("\n");
  const [before, after] = [parseKeySet(keys.slice(0, 2)), parseKeySet(keys.slice(2))];
  if (before === null || after === null || !/^(0|[1-9]\d{0,15})$/.test(size)) return null;
  if (before[0].name !== origin || after[0].name !== origin) return null;
  return { origin, size: Number(size), before, after, note };
}

interface KeyChain {
  origin: string;
  /** The keys that the reader trusts already; none: the chain is only judged in itself. */
  pinned: readonly VerifierKey[];
  changes: readonly SignedKeyChange[];
  /** The keys that the log publishes as those that sign now. */
  current: KeySet;
}

export type ChainVerdict =
  | {
      status: "unbroken";
      /** Every set of keys, oldest first; the last one signs now. */
      sets: readonly KeySet[];
      /** Which of them holds the pinned keys. */
      pinnedAt: number | null;
      /** Ids of keys whose signatures this platform could not check. */
      unchecked: readonly string[];
    }
  | { status: "broken"; reason: string };

/** Whether the chain leads without a gap from the pinned keys to the current ones. */
export async function judgeKeyChain(chain: KeyChain): Promise<ChainVerdict> {
  const { origin, pinned, changes, current } = chain;
  const sets = [changes[0]?.before ?? current, ...changes.map(({ after }) => after)];
  const reason = faultOf(chain, sets);
  if (reason !== null) return { status: "broken", reason };
  const unchecked = new Set<string>();
  for (const { note, size, before, after } of changes) {
    for (const key of [...before, ...after]) {
      const verdict = await verifyNote(note, key);
      if (verdict === "unsupported") unchecked.add(key.id);
      else if (verdict !== "valid") {
        const reason = `The change of keys at size ${size} is ${said[verdict]} by ${key.id}.`;
        return { status: "broken", reason };
      }
    }
  }
  const at = sets.findIndex((set) => holds(set, pinned));
  if (pinned.length > 0 && at < 0) {
    const reason = `No unbroken chain of changes leads from the pinned key to those of ${origin}.`;
    return { status: "broken", reason };
  }
  return {
    status: "unbroken",
    sets,
    pinnedAt: pinned.length === 0 ? null : at,
    unchecked: [...unchecked],
  };
}

const said = { invalid: "not validly signed", unsigned: "not signed" } as const;

const holds = (set: KeySet, keys: readonly VerifierKey[]): boolean =>
  keys.every((key) => set.some((one) => sameKey(one, key)));

const sameSet = (a: KeySet, b: KeySet): boolean => holds(a, b);

function faultOf({ origin, changes, current }: KeyChain, sets: readonly KeySet[]): string | null {
  if (current.some(({ name }) => name !== origin)) return "The keys are those of another log.";
  if (changes.some((change) => change.origin !== origin)) {
    return "A change of keys is that of another log.";
  }
  for (const [i, { before, size }] of changes.entries()) {
    if (!sameSet(before, sets[i] as KeySet)) return `The chain of keys has a gap at size ${size}.`;
    if (size < (changes[i - 1]?.size ?? 0)) return "The changes of keys are not in order.";
  }
  return sameSet(sets.at(-1) as KeySet, current)
    ? null
    : "The keys that sign now are not those that the chain of changes ends with.";
}
