import { type LogEntry, parseEntry, subjectOf } from "#shared/domain/log/entry.ts";
import { leafHash } from "#shared/domain/log/merkle.ts";
import { parseProof } from "#shared/domain/log/proof-text.ts";
import { provesInclusion } from "#shared/domain/log/proofs.ts";
import { checkpointIn } from "#shared/domain/log/signed-note.ts";
import type { ChainedRow, EvidenceFile } from "./evidence-file.ts";
import { recomputedHash } from "./hashes.ts";
import type { Leaf } from "./leaf.ts";
import { type CheckpointVerdict, statedKeys, type Trust, trustOf } from "./trust.ts";

type Place = Leaf & { checkpoint: string };

/**
 * The place at which a proof shows exactly this row (its hash, its subject and the time that the log
 * gave it) as a leaf of the proof's checkpoint. Other code judges the checkpoint's signatures.
 */
export function placeOf(row: ChainedRow, text: string): Place | { fault: string } {
  const proof = parseProof(text);
  const checkpoint = proof && checkpointIn(proof.checkpoint);
  const entry = proof?.entry ? parseEntry(proof.entry) : null;
  if (!proof?.entry || !checkpoint || entry === null) return { fault: "the proof is not one." };
  const { index, hashes } = proof;
  if (!isEntryOf(entry, row)) return { fault: "the proof is of another leaf." };
  const { size, root } = checkpoint;
  const isIncluded = provesInclusion(leafHash(proof.entry), {
    ...{ index, size, root },
    hashes: [...hashes],
  });
  return isIncluded
    ? { index, time: entry.time, checkpoint: proof.checkpoint }
    : { fault: "the proof does not lead to its checkpoint." };
}

const isEntryOf = (entry: LogEntry, row: ChainedRow): boolean =>
  entry.row === recomputedHash(row) && entry.subject === subjectOf(row);

/** What a file's own proofs show about its rows. */
export interface ProvenLeaves {
  leaves: Map<string, Leaf>;
  /** What is wrong with a proof. */
  faults: string[];
  /** What remains open about the checkpoints that proofs lead to. */
  open: string[];
  /** The checkpoints that proofs lead to and whose signatures hold. */
  checkpoints: string[];
  /** The size of the newest of them that the proof of a row leads to. */
  size: number;
}

/**
 * The size up to which the maker of a file knew the log. The checkpoint of a time stamp does not count:
 * the stamp comes later, and brings no rows.
 */
export const horizonOf = ({ size }: ProvenLeaves, leaves: ReadonlyMap<string, Leaf>): number =>
  Math.max(size, ...[...leaves.values()].map(({ index }) => index + 1));

const sizeOf = (note: string): number => checkpointIn(note)?.size ?? 0;

/** Judges every proof of a file, and the checkpoints they lead to. */
export async function provenLeaves(
  file: Pick<EvidenceFile, "log"> & { timestamp?: EvidenceFile["timestamp"] },
  all: readonly ChainedRow[],
  trust: Trust,
): Promise<ProvenLeaves> {
  const found: ProvenLeaves = { leaves: new Map(), faults: [], open: [], checkpoints: [], size: 0 };
  const { log, timestamp = null } = file;
  const rows = [...new Map(all.map((row) => [row.row_hash, row])).values()];
  const proofs = new Map(log.proofs.map(({ row_hash, log_proof }) => [row_hash, log_proof]));
  if (log.proofs.length !== rows.length || rows.some(({ row_hash }) => !proofs.has(row_hash))) {
    found.faults.push("The file's proofs are not one for each of its rows.");
  }
  const judged = new Map<string, CheckpointVerdict>();
  const judge = async (name: string, checkpoint: string) => {
    const verdict = judged.get(checkpoint) ?? (await trust.judge(checkpoint));
    judged.set(checkpoint, verdict);
    if (verdict.status === "invalid") found.faults.push(`${name}: ${verdict.reason}`);
    if (verdict.status === "unsure") found.open.push(verdict.reason);
    return verdict.status !== "invalid";
  };
  for (const row of rows) {
    const text = proofs.get(row.row_hash) ?? null;
    if (text === null) continue;
    const name = `${row.action} of ${row.created_at}`;
    const place = placeOf(row, text);
    if ("fault" in place) found.faults.push(`${name}: ${place.fault}`);
    else if (await judge(name, place.checkpoint)) {
      found.leaves.set(row.row_hash, { index: place.index, time: place.time });
    }
  }
  found.size = Math.max(0, ...valid(judged).map(sizeOf));
  const stamped = timestamp && parseProof(timestamp.log_proof);
  if (stamped) await judge("The time stamp", stamped.checkpoint);
  found.open = [...new Set(found.open)];
  found.checkpoints = valid(judged);
  return found;
}

const valid = (judged: ReadonlyMap<string, CheckpointVerdict>): string[] =>
  [...judged].flatMap(([text, { status }]) => (status === "valid" ? [text] : []));

/** What a file's own proofs show, for a reader who has no other log to compare them with. */
export async function knownAlone(
  file: Pick<EvidenceFile, "log"> & { timestamp?: EvidenceFile["timestamp"] },
  rows: readonly ChainedRow[],
) {
  const { origin, keys } = file.log;
  const stated = keys === null ? null : statedKeys(origin, keys);
  const trust = stated && (await trustOf(stated, []));
  const proven = trust && (await provenLeaves(file, rows, trust));
  return {
    leaves: proven?.leaves ?? new Map<string, Leaf>(),
    proofFaults: proven?.faults ?? [],
    ...{ rowsKeys: trust?.rows ?? [], horizon: 0, log: null },
  };
}
