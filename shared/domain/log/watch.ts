import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import { isLogged } from "#shared/domain/audit/vocabulary.ts";
import {
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type VerifierKey,
  verifyNote,
} from "./note.ts";
import { append, EMPTY_EDGE, rootOfEdge, tilePath } from "./tiles.ts";

/** A log watcher's finding; the name says which guarantee is broken. */
interface Finding {
  name:
    | "no_checkpoint"
    | "checkpoint_signature"
    | "origin_changed"
    | "rolled_back"
    | "forked"
    | "root_mismatch"
    | "tile_mismatch"
    | "entry_twice"
    | "key_unannounced"
    | "key_withdrawn"
    | "row_changed"
    | "row_missing"
    | "entry_without_row"
    | "back_dated"
    | "chain_order";
  detail: string;
}

/** What the watcher keeps from one run to the next. */
export interface WatchState {
  origin: string;
  keys: string[];
  size: number;
  /** Base64. */
  root: string;
  /** When the checkpoint was seen, ISO 8601 UTC. */
  at: string;
}

/** The log as read, and the audit trail's rows (null: not compared). */
export interface Observed {
  keys: readonly string[];
  checkpoint: string;
  /** All entries of the checkpoint's tree, 32 bytes each. */
  entries: readonly Uint8Array[];
  /** Hash tiles by their path below `tile/`. */
  tiles: ReadonlyMap<string, Uint8Array>;
  rows: readonly AuditRow[] | null;
  /** The later of the watcher's own clock and the responses' Date header; ISO 8601 UTC. */
  now: string;
}

/** How long a row may wait to be logged. */
const WAIT_MS = 120_000;
/** For this long after the log was created, older rows may still be added. */
const LATE_MS = 70 * 60 * 1000;

interface Watched {
  findings: Finding[];
  /** What to keep for the next run; null if there was no valid checkpoint. */
  state: WatchState | null;
}

/** Checks the log against its guarantees, for consistency, and against what was seen last time. */
export function watch(observed: Observed, before: WatchState | null): Watched {
  const note = parseNote(observed.checkpoint);
  const checkpoint = note && parseCheckpoint(note.text);
  if (note === null || checkpoint === null) {
    return { findings: [found("no_checkpoint", "The log serves no checkpoint.")], state: null };
  }
  const keys = observed.keys.flatMap((text) => parseVerifierKey(text) ?? []);
  const { origin, size, root } = checkpoint;
  const findings = [
    ...checkSignature(note, keys, origin),
    ...checkTree(observed, { size, root: base64(root) }),
    ...(before === null ? [] : checkAgainst(observed, before, { origin, size })),
    ...(observed.rows === null ? [] : checkRows(observed, observed.rows, before)),
  ];
  const state = { origin, keys: [...observed.keys], size, root: base64(root), at: observed.now };
  return { findings, state };
}

const found = (name: Finding["name"], detail: string): Finding => ({ name, detail });
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

function checkSignature(
  note: NonNullable<ReturnType<typeof parseNote>>,
  keys: readonly VerifierKey[],
  origin: string,
): Finding[] {
  const [current] = keys;
  const isSigned =
    current !== undefined && current.name === origin && verifyNote(note, current) === "valid";
  const isForeign = keys.some((key) => verifyNote(note, key) === "invalid");
  // Right after a key rotation the latest checkpoint is still signed by the old key.
  const byFormer = keys.some((key) => key.name === origin && verifyNote(note, key) === "valid");
  return (isSigned || byFormer) && !isForeign
    ? []
    : [found("checkpoint_signature", "The checkpoint is not signed by the key the log publishes.")];
}

function checkTree(
  { entries, tiles }: Observed,
  signed: { size: number; root: string },
): Finding[] {
  const grown = append(EMPTY_EDGE, entries);
  const findings: Finding[] = [];
  if (entries.length !== signed.size || base64(rootOfEdge(grown.edge)) !== signed.root) {
    findings.push(found("root_mismatch", "The entries do not match the signed root."));
  }
  for (const { level, index, bytes } of grown.tiles) {
    const path = tilePath(level, index, bytes.length / 32);
    const served = tiles.get(path);
    if (served !== undefined && hex(served) !== hex(bytes)) {
      findings.push(found("tile_mismatch", `The tile ${path} does not match the entries.`));
    }
  }
  const seen = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const first = seen.get(hex(entry));
    if (first !== undefined) {
      findings.push(found("entry_twice", `Leaf ${index} is leaf ${first} again.`));
    }
    seen.set(hex(entry), index);
  }
  return findings;
}

function checkAgainst(
  { entries, keys, rows }: Observed,
  before: WatchState,
  { origin, size }: { origin: string; size: number },
): Finding[] {
  const findings: Finding[] = [];
  if (origin !== before.origin) {
    findings.push(found("origin_changed", `It was ${before.origin}, it is ${origin}.`));
  }
  if (size < before.size) {
    findings.push(found("rolled_back", `It had ${before.size} leaves, it has ${size}.`));
  } else {
    const then = append(EMPTY_EDGE, entries.slice(0, before.size)).edge;
    if (base64(rootOfEdge(then)) !== before.root) {
      findings.push(found("forked", `Its first ${before.size} leaves are not those seen before.`));
    }
  }
  for (const key of before.keys.filter((known) => !keys.includes(known))) {
    findings.push(found("key_withdrawn", `${key} is no longer published.`));
  }
  const announced = new Set(rows?.map(({ context }) => context.verifier_key));
  for (const key of keys.filter((one) => !before.keys.includes(one))) {
    if (rows === null || !announced.has(key)) {
      findings.push(found("key_unannounced", `${key} is new, but no row of the log announces it.`));
    }
  }
  return findings;
}

function checkRows(
  { entries, now }: Observed,
  all: readonly AuditRow[],
  before: WatchState | null,
): Finding[] {
  const index = new Map(entries.map((entry, at) => [hex(entry), at]));
  const rows = all.filter(isLogged);
  const hashes = new Map(rows.map((row) => [row.id, loggedHash(row)]));
  const findings: Finding[] = [];
  for (const row of rows) {
    const hash = hashes.get(row.id) ?? "";
    const name = `${row.action} ${row.id} of ${row.created_at}`;
    if (row.row_hash !== undefined && row.row_hash !== hash) {
      findings.push(found("row_changed", `${name} does not match its hash.`));
    }
    if (!index.has(hash) && Date.parse(now) - Date.parse(row.created_at) > WAIT_MS) {
      findings.push(found("row_missing", `${name} is not in the log.`));
    }
    const own = index.get(hash);
    const previous = row.prev_hash == null ? undefined : index.get(row.prev_hash);
    if (own !== undefined && previous !== undefined && previous > own) {
      findings.push(found("chain_order", `${name} comes before the row it follows.`));
    }
  }
  const known = new Set(hashes.values());
  for (const [at, entry] of entries.entries()) {
    if (!known.has(hex(entry))) {
      findings.push(found("entry_without_row", `Leaf ${at} belongs to no row of the audit trail.`));
    }
  }
  return [...findings, ...checkDates(rows, hashes, index, before)];
}

/** A row logged since the last run must not be dated before that run. */
function checkDates(
  rows: readonly AuditRow[],
  hashes: ReadonlyMap<string, string>,
  index: ReadonlyMap<string, number>,
  before: WatchState | null,
): Finding[] {
  if (before === null) return [];
  const birth = rows.find(({ action }) => action === "platform.evidence_log_key.provisioned");
  const lateEnds = birth === undefined ? 0 : Date.parse(birth.created_at) + LATE_MS;
  return rows.flatMap((row) => {
    const at = index.get(hashes.get(row.id) ?? "");
    const isNew = at !== undefined && at >= before.size;
    const isOld = Date.parse(row.created_at) < Date.parse(before.at) - WAIT_MS;
    const isLate =
      birth !== undefined && row.created_at < birth.created_at && Date.parse(before.at) < lateEnds;
    return isNew && isOld && !isLate
      ? [found("back_dated", `${row.action} ${row.id} is dated ${row.created_at}, but is new.`)]
      : [];
  });
}
