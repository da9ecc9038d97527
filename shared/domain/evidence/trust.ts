import {
  judgeKeyChain,
  type KeySet,
  parseKeyChain,
  parseKeySet,
  type RowsKey,
  type SignedKeyChange,
} from "#shared/domain/log/key-change.ts";
import { parseCheckpoint, parseNote, verifyNote } from "#shared/domain/log/signed-note.ts";
import {
  fingerprintOf,
  ML_DSA_44,
  type VerifierKey,
  verifierKeyText,
} from "#shared/domain/log/verifier-key.ts";
import { fail, type Line, line, open } from "./finding.ts";

/** `unsure`: something demanded could not be checked on this platform. */
export type CheckpointVerdict =
  | { status: "valid"; extra: readonly string[] }
  | { status: "invalid"; reason: string }
  | { status: "unsure"; reason: string };

/** Decides which of the log's checkpoints to believe. */
export interface Trust {
  /** The verdict on the keys. */
  verdict: { status: "pinned" | "unpinned" | "unsure" | "broken"; detail: string };
  /** The keys that sign certificates of writers, oldest first. */
  rows: readonly RowsKey[];
  /** Whether the log has, or had, these keys; true if nothing is known about its keys. */
  hasKeys(keys: KeySet): boolean;
  judge(checkpoint: string): Promise<CheckpointVerdict>;
}

/** The keys of a log, as the log or a file states them. */
export interface StatedKeys {
  origin: string;
  /** null: the keys that the changes end with. */
  current: KeySet | null;
  /** null: only the present keys are stated. */
  changes: readonly SignedKeyChange[] | null;
  /** The chain of changes, verbatim; null: only the present keys are stated. */
  changesText: string | null;
}

/** A bundle's chain of keys; null if it cannot be read. */
export function statedKeys(origin: string, chain: string): StatedKeys | null {
  const changes = parseKeyChain(chain);
  return changes && { origin, current: null, changes, changesText: chain };
}

/**
 * A receipt's keys, one per line; null if unreadable. They signed its proof, or were the log's keys when
 * the receipt was handed out without one.
 */
export function receiptKeys(origin: string, lines: string): StatedKeys | null {
  const current = parseKeySet(lines.split("\n"));
  return current && { origin, current, changes: null, changesText: null };
}

/**
 * The finding about a file's chain of keys that the log does not serve; null: the log serves it. A
 * copy of the log may be older than the file, so it may lack changes that the former keys signed.
 */
export async function foreignKeysLine(
  stated: StatedKeys,
  served: { changesText: string },
  pinned: readonly VerifierKey[],
): Promise<Line | null> {
  const { changesText: own } = stated;
  const theirs = served.changesText;
  if (own === null || own === theirs || theirs.startsWith(`${own}\n`)) return null;
  const isLonger = own.startsWith(`${theirs}\n`);
  return isLonger && (await trustOf(stated, pinned)).verdict.status !== "broken"
    ? open("log_keys", "The file names changes of keys that this copy of the log lacks.")
    : fail("log_keys", "The file names keys that the log never had.");
}

const keyMarks = { pinned: "pass", unpinned: "open", unsure: "open", broken: "fail" } as const;

/** The finding about the log's keys. */
export const keysLine = ({ verdict: { status, detail } }: Pick<Trust, "verdict">): Line =>
  line(keyMarks[status], "log_keys", detail);

const nameOf = ({ kind }: VerifierKey): string => (kind === ML_DSA_44 ? "ML-DSA-44" : "Ed25519");
const NEEDS_NODE_24 = "this platform cannot check ML-DSA-44; Node 24 can";

/**
 * Follows the chain of key changes from the pinned keys to those that the log states, and judges
 * checkpoints by them. If a key is pinned, each checkpoint must have a signature of that key's kind.
 */
export async function trustOf(stated: StatedKeys, pinned: readonly VerifierKey[]): Promise<Trust> {
  const { origin, current, changes } = stated;
  const chain = await judgeKeyChain({ origin, pinned, changes, current });
  if (chain.status === "broken") {
    const broken = { status: "invalid", reason: chain.reason } as const;
    return {
      verdict: { status: "broken", detail: chain.reason },
      rows: [],
      hasKeys: () => true,
      judge: async () => broken,
    };
  }
  const demanded = new Set(pinned.map(({ kind }) => kind));
  const known = new Set(chain.sets.flat().map(verifierKeyText));
  return {
    verdict: keyVerdict(chain, pinned, chain.unchecked),
    rows: chain.rows,
    hasKeys: (keys) => keys.every((key) => known.has(verifierKeyText(key))),
    judge: (text) => judgeCheckpoint(text, origin, chain.sets, demanded),
  };
}

function keyVerdict(
  { sets, rows }: { sets: readonly KeySet[]; rows: readonly RowsKey[] },
  pinned: readonly VerifierKey[],
  unchecked: readonly string[],
): Trust["verdict"] {
  if (pinned.length === 0) {
    const prints = (sets.at(-1) as KeySet)
      .map((key) => `${nameOf(key)} ${fingerprintOf(key)}`)
      .join(", ");
    return {
      status: "unpinned",
      detail: `No --key was given. Compare the SHA-256 of the log's keys with the operator's: ${prints}.`,
    };
  }
  const changes = sets.length - 1 + Math.max(0, rows.length - 1);
  const steps = changes === 1 ? "1 change" : `${changes} changes`;
  if (unchecked.length > 0 && pinned.some(({ kind }) => kind === ML_DSA_44)) {
    return { status: "unsure", detail: `Over ${steps} of keys, ${NEEDS_NODE_24}.` };
  }
  const ids = pinned.map((key) => `${nameOf(key)} ${key.id}`).join(" and ");
  return {
    status: "pinned",
    detail: `From ${ids}, over ${steps} of keys, to those that sign now.`,
  };
}

async function judgeCheckpoint(
  text: string,
  origin: string,
  sets: readonly KeySet[],
  demanded: ReadonlySet<number>,
): Promise<CheckpointVerdict> {
  const invalid = (reason: string) => ({ status: "invalid", reason }) as const;
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  if (!note || !checkpoint) return invalid("the checkpoint is not one.");
  if (checkpoint.origin !== origin) return invalid("the checkpoint is of another log.");
  const extra: string[] = [];
  for (const set of sets) {
    const found = await Promise.all(
      set.map(async (key) => ({ key, verdict: await verifyNote(note, key) })),
    );
    if (found.every(({ verdict }) => verdict === "unsigned")) continue;
    for (const { key, verdict } of found) {
      if (verdict === "valid") continue;
      const name = nameOf(key);
      if (verdict === "invalid")
        return invalid(`the checkpoint's ${name} signature is not genuine.`);
      if (verdict === "unsigned") return invalid(`the checkpoint has no ${name} signature.`);
      if (demanded.has(key.kind)) return { status: "unsure", reason: `${NEEDS_NODE_24}.` };
      extra.push(`${name}: ${NEEDS_NODE_24}.`);
    }
    return { status: "valid", extra };
  }
  return invalid("the checkpoint is not signed by any of the log's keys.");
}
