import { KEY_CHANGE, type Note, parseNote, verifyNote } from "./signed-note.ts";
import {
  ED25519,
  ML_DSA_44,
  parseVerifierKey,
  rowsKeyName,
  sameKey,
  type VerifierKey,
  verifierKeyText,
} from "./verifier-key.ts";

/*
 * How a reader can trust the log's keys. Each key has one role and counts only in it: `log` keys sign
 * checkpoints and key notes, the `rows` key signs the certificates of those who write rows. The first
 * note, of tree size 0, names the first keys. Each further note is a change, signed by the old and the
 * new log keys. A reader who pinned a log key follows the notes from it, and so trusts the rows key
 * too. A key that cannot be reached that way counts for nothing, whatever a row says.
 */

/** The resource ids of rows about the log keys, and about the rows key, which signs certificates. */
export const LOG_KEY = "evidence-log-key";
export const ROWS_KEY = "evidence-rows-key";

/** The log keys that sign together: Ed25519 first, then ML-DSA-44. */
export type KeySet = readonly [VerifierKey, VerifierKey];

/** The first keys of a log, or a change of both its log keys, or of its rows key. */
export type KeyChange = {
  origin: string;
  /** The number of leaves when the keys changed. */
  size: number;
} & (
  | { role: "first"; log: KeySet; rows: VerifierKey }
  | { role: "log"; before: KeySet; after: KeySet }
  | {
      role: "rows";
      before: VerifierKey;
      after: VerifierKey;
      /** From here on, no certificate of the former key counts. */
      emergency: boolean;
    }
);

export type SignedKeyChange = KeyChange & { note: Note };

/** The longest origin with which a note stays within the 4,096 bytes that AWS KMS signs. */
export const LONGEST_ORIGIN = 77;

export const keyChangeText = (change: KeyChange): string => {
  const { origin, size } = change;
  return `${KEY_CHANGE}${origin}\n${size}\n${changeLines(change)}`;
};

function changeLines(change: KeyChange): string {
  if (change.role === "first") {
    return keyLines(change.log, "new log ") + keyLines([change.rows], "new rows ");
  }
  const [before, after] =
    change.role === "log" ? [change.before, change.after] : [[change.before], [change.after]];
  const end = change.role === "rows" && change.emergency ? EMERGENCY : "";
  return `${keyLines(before, `old ${change.role} `)}${keyLines(after, `new ${change.role} `)}${end}`;
}

/** The last line of a note that withdraws a rows key. */
const EMERGENCY = "emergency\n";

/** Verifier keys, one per line. */
export const keyLines = (keys: readonly VerifierKey[], prefix = ""): string =>
  keys.map((key) => `${prefix}${verifierKeyText(key)}\n`).join("");

/** Parses the two keys of a set; null unless they are an Ed25519 and an ML-DSA-44 key. */
export function parseKeySet(lines: readonly string[]): KeySet | null {
  const [first, second, ...more] = lines.map(parseVerifierKey);
  if (!first || !second || more.length > 0 || first.name !== second.name) return null;
  return first.kind === ED25519 && second.kind === ML_DSA_44 ? [first, second] : null;
}

/** The chain as served: its notes, oldest first, separated by an empty line. */
export const keyChainText = (notes: readonly string[]): string => notes.join("\n");

/**
 * The notes needed to judge a checkpoint: those of the changes before it. A change at exactly the
 * checkpoint's size counts if its keys signed the checkpoint.
 * @param checkpoint null: return all notes
 */
export function keyChainUntil(
  notes: readonly string[],
  checkpoint: { size: number; note: string } | null,
): readonly string[] {
  const changes = parseKeyChain(keyChainText(notes));
  if (checkpoint === null || changes === null) return notes;
  const signers = new Set(parseNote(checkpoint.note)?.signatures.map(({ id }) => id));
  const isSigned = (count: number) =>
    signingKeys(changes.slice(0, count))?.some(({ id }) => signers.has(id)) === true;
  let count = changes.filter(({ size }) => size < checkpoint.size).length;
  while (count < changes.length && !isSigned(count)) count += 1;
  return notes.slice(0, count);
}

/** Parses a chain without verifying it; null if it is not one. */
export function parseKeyChain(text: string): SignedKeyChange[] | null {
  if (!text.endsWith("\n")) return null;
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
  const emergency = note.text.endsWith(`\n${EMERGENCY}`);
  const said = emergency ? note.text.slice(0, -EMERGENCY.length) : note.text;
  const [origin = "", size = "", ...lines] = said.slice(KEY_CHANGE.length, -1).split("\n");
  if (!/^(0|[1-9]\d{0,15})$/.test(size)) return null;
  const change = parseLines({ origin, size: Number(size) }, lines, emergency);
  return change === null ? null : { ...change, note };
}

const roles = {
  first: ["new log ", "new log ", "new rows "],
  log: ["old log ", "old log ", "new log ", "new log "],
  rows: ["old rows ", "new rows "],
} as const;

function parseLines(
  head: { origin: string; size: number },
  lines: readonly string[],
  emergency: boolean,
): KeyChange | null {
  const found = Object.entries(roles).find(
    ([, prefixes]) =>
      prefixes.length === lines.length &&
      prefixes.every((prefix, i) => lines[i]?.startsWith(prefix)),
  );
  if (found === undefined || (emergency && found[0] !== "rows")) return null;
  const [role, prefixes] = found;
  const keys = lines.map((line, i) => line.slice(prefixes[i]?.length));
  const logKeys = (some: readonly string[]) => {
    const set = parseKeySet(some);
    return set !== null && set[0].name === head.origin ? set : null;
  };
  const keyOfRows = (text = "") => {
    const key = parseVerifierKey(text);
    return key?.kind === ED25519 && key.name === rowsKeyName(head.origin) ? key : null;
  };
  if (role === "log") {
    const [before, after] = [logKeys(keys.slice(0, 2)), logKeys(keys.slice(2))];
    return before && after && { ...head, role, before, after };
  }
  if (role === "rows") {
    const [before, after] = [keyOfRows(keys[0]), keyOfRows(keys[1])];
    return before && after && { ...head, role, before, after, emergency };
  }
  const [log, rows] = [logKeys(keys.slice(0, 2)), keyOfRows(keys[2])];
  return log && rows && head.size === 0 ? { ...head, role: "first", log, rows } : null;
}

/** The log keys that sign after these changes; null if they name none. */
export function signingKeys(changes: readonly KeyChange[]): KeySet | null {
  const last = changes.findLast(({ role }) => role !== "rows");
  if (last?.role === "log") return last.after;
  return last?.role === "first" ? last.log : null;
}

/** A key that signs certificates of writers, and for which leaves its certificates count. */
export interface RowsKey {
  key: VerifierKey;
  /** The tree size at which another key replaced this one; null: this key signs now. */
  until: number | null;
  /** Replaced in an emergency: the key's certificates count for no later leaf, and for no link. */
  isWithdrawn: boolean;
}

/** A rows key for a reader who knows when it was replaced. */
export interface DatedRowsKey extends RowsKey {
  /**
   * When the log took its last leaf before another key took this one's place, ISO 8601 UTC; empty if it
   * had none. null: this key signs now.
   */
  replacedAt: string | null;
}

interface KeyChain {
  origin: string;
  /** The log keys that the reader already trusts; none: only the chain itself is judged. */
  pinned: readonly VerifierKey[];
  /** null: only the present log keys are known, and so no rows key. */
  changes: readonly SignedKeyChange[] | null;
  /** The log keys that are published as the current ones; null: the last ones of the chain. */
  current: KeySet | null;
}

export type ChainVerdict =
  | {
      status: "unbroken";
      /** Every set of log keys, oldest first; the last one signs now. */
      sets: readonly KeySet[];
      /** Every rows key, oldest first. */
      rows: readonly RowsKey[];
      /** The index of the set that holds the pinned keys. */
      pinnedAt: number | null;
      /** Ids of keys whose signatures this platform could not check. */
      unchecked: readonly string[];
    }
  | { status: "broken"; reason: string };

const broken = (reason: string): ChainVerdict => ({ status: "broken", reason });

/** Whether the chain leads without a gap from the pinned keys to the current ones. */
export async function judgeKeyChain(chain: KeyChain): Promise<ChainVerdict> {
  const { origin, pinned, current } = chain;
  const changes = chain.changes ?? [];
  const followed = chain.changes === null ? alone(current) : follow(origin, changes);
  if (typeof followed === "string") return broken(followed);
  const { sets, rows } = followed;
  if (current?.some(({ name }) => name !== origin)) {
    return broken("The keys are those of another log.");
  }
  if (current !== null && !holds(sets.at(-1) as KeySet, current)) {
    return broken("The keys that sign now are not those that the chain of changes ends with.");
  }
  const unchecked = new Set<string>();
  for (const [i, { note, size }] of changes.entries()) {
    for (const key of signersOf(changes, i)) {
      const verdict = await verifyNote(note, key);
      if (verdict === "unsupported") unchecked.add(key.id);
      else if (verdict !== "valid") {
        return broken(`The change of keys at size ${size} is ${said[verdict]} by ${key.id}.`);
      }
    }
  }
  const at = sets.findIndex((set) => holds(set, pinned));
  if (pinned.length > 0 && at < 0) {
    return broken(`No unbroken chain of changes leads from the pinned key to those of ${origin}.`);
  }
  const pinnedAt = pinned.length === 0 ? null : at;
  return { status: "unbroken", sets, rows, pinnedAt, unchecked: [...unchecked] };
}

const said = { invalid: "not validly signed", unsigned: "not signed" } as const;

const holds = (set: KeySet, keys: readonly VerifierKey[]): boolean =>
  keys.every((key) => set.some((one) => sameKey(one, key)));

interface Followed {
  sets: readonly KeySet[];
  rows: readonly RowsKey[];
}

const alone = (current: KeySet | null): Followed | string =>
  current === null ? "No keys are stated." : { sets: [current], rows: [] };

/** The log keys that have to sign a change: the old and the new ones. */
function signersOf(changes: readonly SignedKeyChange[], at: number): readonly VerifierKey[] {
  const change = changes[at] as SignedKeyChange;
  if (change.role === "first") return change.log;
  if (change.role === "log") return [...change.before, ...change.after];
  return signingKeys(changes.slice(0, at)) ?? [];
}

/** Each role's keys in order, or a text that says why the changes do not follow one another. */
function follow(origin: string, changes: readonly SignedKeyChange[]): Followed | string {
  const [first] = changes;
  if (first?.role !== "first") return "The chain of keys does not begin with the first ones.";
  const sets: KeySet[] = [first.log];
  const rows: RowsKey[] = [rowsKey(first.rows)];
  for (const [i, change] of changes.entries()) {
    const { size } = change;
    if (change.origin !== origin) return "A change of keys is that of another log.";
    if (size < (changes[i - 1]?.size ?? 0)) return "The changes of keys are not in order.";
    if (i === 0) continue;
    if (change.role === "first") return `The chain of keys begins again at size ${size}.`;
    if (change.role === "log") {
      if (!holds(sets.at(-1) as KeySet, change.before)) return gapAt(size);
      sets.push(change.after);
    } else {
      const last = rows.at(-1) as RowsKey;
      if (!sameKey(last.key, change.before)) return gapAt(size);
      rows.splice(-1, 1, replaced(last, change), rowsKey(change.after));
    }
  }
  return { sets, rows };
}

/** A rows key that signs now. */
export const rowsKey = (key: VerifierKey): RowsKey => ({ key, until: null, isWithdrawn: false });

/** The same rows key once another key has replaced it. */
export const replaced = (
  before: RowsKey,
  { size, emergency }: { size: number; emergency: boolean },
): RowsKey => ({ ...before, until: size, isWithdrawn: emergency });

const gapAt = (size: number): string => `The chain of keys has a gap at size ${size}.`;
