import { loggedHash } from "#shared/domain/audit/row.ts";
import {
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyNote,
} from "#shared/domain/log/note.ts";
import { append, EMPTY_EDGE, rootOfEdge } from "#shared/domain/log/tiles.ts";
import { watch } from "#shared/domain/log/watch.ts";
import type { SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import { type Finding, type FindingKind, finding } from "./findings.ts";
import { entriesUpTo, observedIn, type StoredLog, storedLog } from "./log-material.ts";
import type { TableContents } from "./read-table.ts";

/** The sequencer may have been running at the point in time, for at most this long. */
const RUN_MS = 120_000;

/** Maps each finding of the watcher to the kind that a drill reports. */
const kinds: Readonly<Record<string, FindingKind>> = {
  row_changed: "row_altered",
  row_missing: "row_altered",
  entry_without_row: "row_missing",
};

/** Whether a checkpoint was signed so late that the restored table may lack it. */
export const isNewerThan =
  (at: string) =>
  ({ signed_at }: SignedCheckpoint): boolean =>
    Date.parse(signed_at) > Date.parse(at) - RUN_MS;

/** Checks the restored log against its promises, its own items and the live log. */
export function checkLog(restored: TableContents, live: TableContents, at: string): Finding[] {
  const stored = storedLog(restored);
  const cut = findCut(restored, stored, storedLog(live), at);
  // Before the log has started, there is nothing to compare.
  if (stored.newest === null) return cut;
  const observed = observedIn(restored, stored, at);
  const watched = watch(observed, null).findings.map(({ name, detail }) =>
    finding(kinds[name] ?? "log_damaged", `${name}: ${detail}`),
  );
  const forgotten = findForgotten(restored, stored);
  return [...cut, ...watched, ...checkCheckpoints(restored, stored), ...forgotten];
}

/**
 * A row is written together with its entry in the log's queue, and older rows were added once: if
 * the log does not know a row, the row was changed or the log was tampered with.
 */
function findForgotten(restored: TableContents, { progress, newest }: StoredLog): Finding[] {
  if (progress.late_done !== true) return [];
  const entries = entriesUpTo(restored, newest?.size ?? 0);
  const taken = new Set(entries.map((entry) => Buffer.from(entry).toString("hex")));
  return restored.rows.flatMap((row) => {
    const hash = row.row_hash ?? loggedHash(row);
    if (restored.leaves.has(hash)) return [];
    const detail = `${row.action} ${row.id} of ${row.created_at} is unknown to the log, not even waiting for it.`;
    return [finding(taken.has(hash) ? "log_damaged" : "row_altered", detail)];
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
  const longest = Math.max(-1, ...checkpoints.map((one) => one.size));
  const leaves = Math.max(0, ...[...restored.leaves.values()].map((index) => (index ?? -1) + 1));
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

/** Checks that every checkpoint is signed by a key of the log, over the root of its leaves. */
function checkCheckpoints(restored: TableContents, { keys, checkpoints }: StoredLog): Finding[] {
  const verifiers = keys.flatMap(({ verifier_key }) => parseVerifierKey(verifier_key) ?? []);
  const entries = entriesUpTo(restored, checkpoints.at(-1)?.size ?? 0);
  const findings: Finding[] = [];
  let edge = EMPTY_EDGE;
  for (const { size, note } of checkpoints) {
    const parsed = parseNote(note);
    const signed = parsed && parseCheckpoint(parsed.text);
    const isSigned =
      parsed !== null && verifiers.some((key) => verifyNote(parsed, key) === "valid");
    if (size > entries.length) continue;
    edge = append(edge, entries.slice(edge.size, size)).edge;
    const root = Buffer.from(rootOfEdge(edge));
    if (!isSigned || signed === null || signed.size !== size || !root.equals(signed.root)) {
      findings.push(
        finding("log_damaged", `The checkpoint of size ${size} is not signed over these leaves.`),
      );
    }
  }
  return findings;
}
