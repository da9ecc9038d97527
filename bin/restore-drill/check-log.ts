import { isInChain } from "#shared/domain/audit/chains.ts";
import { sameBytes } from "#shared/domain/bytes.ts";
import { type LogEntry, parseEntry } from "#shared/domain/log/entry.ts";
import { growingTree } from "#shared/domain/log/growing-tree.ts";
import { parseKeySet } from "#shared/domain/log/key-change.ts";
import { readEntries, readHeader } from "#shared/domain/log/read-log.ts";
import { parseCheckpoint, parseNote, verifyNote } from "#shared/domain/log/signed-note.ts";
import { append, EMPTY_EDGE } from "#shared/domain/log/tiles.ts";
import { type FindingName, resourceName, watch } from "#shared/domain/log/watch.ts";
import { keyOf } from "#shared/store/entities.ts";
import type { SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import { type Finding, type FindingKind, finding } from "./findings.ts";
import { entriesUpTo, filesOf, type StoredLog, storedLog } from "./log-material.ts";
import type { TableContents } from "./read-table.ts";

/** The sequencer may have been running at the point in time, for at most this long. */
const RUN_MS = 120_000;

/** Maps each finding of the watcher to the kind that a drill reports. */
const kinds: Readonly<Record<FindingName, FindingKind>> = {
  row_changed: "row_altered",
  row_unlogged: "row_altered",
  trail_branched: "row_altered",
  illegal_transition: "row_altered",
  reference_broken: "row_altered",
  counsel_key: "row_altered",
  row_unsigned: "row_altered",
  row_by_wrong_writer: "row_altered",
  state_differs: "row_altered",
  decided_twice: "row_altered",
  logged_late: "row_altered",
  time_in_future: "row_altered",
  row_missing: "row_missing",
  log_forked: "log_damaged",
  log_rolled_back: "log_cut",
  key_unannounced: "log_damaged",
  checkpoint_signature: "log_damaged",
  witness_quorum: "log_damaged",
};

/** Whether a checkpoint was signed so late that the restored table may lack it. */
export const isNewerThan =
  (at: string) =>
  ({ signed_at }: SignedCheckpoint): boolean =>
    Date.parse(signed_at) > Date.parse(at) - RUN_MS;

/** Checks the restored log against its promises, its own items and the live log. */
export async function checkLog(
  restored: TableContents,
  live: TableContents,
  at: string,
): Promise<Finding[]> {
  const stored = storedLog(restored);
  const cut = findCut(restored, stored, storedLog(live), at);
  // Before the log has started, there is nothing to compare.
  if (stored.newest === null) return cut;
  return [
    ...cut,
    ...(await watchRestored(restored, stored, at)),
    ...(await checkCheckpoints(restored, stored)),
    ...checkTiles(restored, stored),
    ...findForgotten(restored, stored),
  ];
}

/** What a watcher would find if the restored table were served. */
async function watchRestored(
  restored: TableContents,
  stored: StoredLog,
  now: string,
): Promise<Finding[]> {
  const read = filesOf(restored, stored);
  const header = await readHeader(read);
  if ("fault" in header) return [finding("log_damaged", header.fault)];
  const entries: LogEntry[] = [];
  const found = await readEntries(read, {
    size: header.checkpoint.size,
    visit: (entry) => entries.push(entry),
  });
  if ("fault" in found) return [finding("log_damaged", found.fault)];
  const own = Map.groupBy(restored.rows.filter(isInChain), resourceName);
  const observed = {
    header,
    entries,
    ...found,
    forkedSince: null,
    kept: null,
    policy: null,
    noteAgain: async () => null,
    trail: { rows: restored.rows, own },
    ...{ begun: now, now },
  };
  return (await watch(observed)).map(({ name, detail }) =>
    finding(kinds[name], `${name}: ${detail}`),
  );
}

/** The stored tiles must be those of the entries: proofs are made from them. */
function checkTiles(restored: TableContents, { newest }: StoredLog): Finding[] {
  const entries = entriesUpTo(restored, newest?.size ?? 0);
  return append(EMPTY_EDGE, entries).tiles.flatMap(({ level, index, bytes }) => {
    const key = keyOf("logTile", `${level}`, `${index}`);
    const stored = restored.records.get(key)?.bytes as Uint8Array | undefined;
    const isSame = stored !== undefined && sameBytes(stored.slice(0, bytes.length), bytes);
    return isSame ? [] : [finding("log_damaged", `${key} does not match the entries.`)];
  });
}

/**
 * A row is written together with its outbox item. So if the log neither has it nor waits for it, the
 * row was changed or the log was tampered with.
 */
function findForgotten(restored: TableContents, { newest }: StoredLog): Finding[] {
  const entries = entriesUpTo(restored, newest?.size ?? 0);
  const logged = new Set(entries.map((entry) => parseEntry(entry)?.row));
  return restored.rows.flatMap((row) => {
    const hash = row.row_hash ?? "";
    if (restored.leaves.has(hash) || restored.waiting.has(row.id)) return [];
    const detail = `${row.action} ${row.id} of ${row.created_at} is unknown to the log, not even waiting for it.`;
    return [finding(logged.has(hash) ? "log_damaged" : "row_altered", detail)];
  });
}

/** Findings that show that the log used to be longer. */
function findCut(
  restored: TableContents,
  { head, newest, checkpoints }: StoredLog,
  live: StoredLog,
  at: string,
): Finding[] {
  const size = Math.min(head?.size ?? 0, newest?.size ?? 0);
  const longest = checkpoints.at(-1)?.size ?? -1;
  const leaves = restored.leaves.values().reduce((most, index) => Math.max(most, index + 1), 0);
  const isNewer = isNewerThan(at);
  const known = new Set(checkpoints.map((one) => one.size));
  const lost = live.checkpoints.filter((one) => !isNewer(one) && !known.has(one.size));
  const findings: Finding[] = [];
  if (longest > size) {
    findings.push(
      finding("log_cut", `It has ${size} leaves; its own checkpoints know ${longest}.`),
    );
  }
  if (leaves > (head?.size ?? 0)) {
    findings.push(
      finding("log_cut", `It has ${head?.size ?? 0} leaves; a row has leaf ${leaves - 1}.`),
    );
  }
  for (const { size: missing, signed_at } of lost) {
    findings.push(
      finding("log_cut", `The checkpoint of size ${missing}, signed at ${signed_at}, is missing.`),
    );
  }
  const entries = entriesUpTo(restored, size).length;
  if (entries < size) {
    findings.push(
      finding("log_cut", `${size} leaves are signed, but there are entries for ${entries}.`),
    );
  }
  return findings;
}

/** Checks that every checkpoint is signed by keys of the log, over the root of its leaves. */
async function checkCheckpoints(
  restored: TableContents,
  { keys, checkpoints }: StoredLog,
): Promise<Finding[]> {
  const sets = keys.sets.flatMap((set) =>
    [parseKeySet(set.map(({ verifier_key }) => verifier_key)) ?? []].flat(),
  );
  const entries = entriesUpTo(restored, checkpoints.at(-1)?.size ?? 0);
  const findings: Finding[] = [];
  const tree = growingTree();
  for (const { size, note } of checkpoints) {
    const parsed = parseNote(note);
    const signed = parsed && parseCheckpoint(parsed.text);
    const verdicts = await Promise.all(
      sets.map((key) => (parsed === null ? "unsigned" : verifyNote(parsed, key))),
    );
    const isSigned = verdicts.filter((verdict) => verdict === "valid").length >= 2;
    if (size > entries.length) continue;
    for (const entry of entries.slice(tree.size, size)) tree.add(entry);
    if (!isSigned || signed?.size !== size || !sameBytes(tree.root(), signed.root)) {
      findings.push(
        finding("log_damaged", `The checkpoint of size ${size} is not signed over these leaves.`),
      );
    }
  }
  return findings;
}
