import { type EvidenceFile, rowsIn, type WrittenRow } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { fileWriterJudge } from "../file-writers.ts";
import { type Replayed, replay } from "./replay.ts";
import type { Placed } from "./world.ts";

type Known = Pick<Facts, "leaves" | "rowsKeys" | "log">;

/** Replays every row of a file, each with its leaf and its writer as far as they are known. */
export const replayFile = (
  file: Pick<
    EvidenceFile,
    "audit" | "counsel_audit" | "panel_audit" | "related" | "writers" | "log"
  >,
  known: Known,
): Promise<Replayed> => replayRows(rowsIn(file), file, known);

/** The same of rows that a file has in several places; one that stands there twice counts once. */
export async function replayRows(
  rows: readonly WrittenRow[],
  { writers, log: { origin } }: Pick<EvidenceFile, "writers" | "log">,
  { leaves, rowsKeys, log }: Known,
): Promise<Replayed> {
  const judge = fileWriterJudge({ origin, writers, rowsKeys, log });
  const placed = rows.map(async (row): Promise<Placed> => {
    const { writer, writer_signature, ...said } = row;
    const leaf = leaves.get(row.row_hash) ?? null;
    // Nobody can be certified by a log that has not begun.
    const writerFault =
      rowsKeys.length === 0
        ? null
        : await judge(row, row.row_hash, { writer, writer_signature }, leaf ?? undefined);
    return { row: said, leaf, writerFault };
  });
  return replay(onlyOnce(await Promise.all(placed)));
}

/** Two requests to the same counsel have their rows, as far as each needs them. */
function onlyOnce(placed: readonly Placed[]): Placed[] {
  const known = new Set<string>();
  return placed.filter(({ row, leaf, writerFault }) => {
    const name = JSON.stringify([row, leaf, writerFault]);
    const isNew = !known.has(name);
    known.add(name);
    return isNew;
  });
}
