import { type EvidenceFile, rowsIn, type WrittenRow } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { fileWriterJudge } from "../file-writers.ts";
import { rowFaults } from "./chain.ts";
import { type Replayed, replay } from "./replay.ts";
import type { Found, Placed } from "./world.ts";

type Known = Pick<Facts, "leaves" | "rowsKeys" | "log">;
/** Who signed the rows of a file. */
type Signed = Pick<EvidenceFile, "writers"> & { log: { origin: string } };

/** Replays every row of a file, each with its leaf and its writer as far as they are known. */
export const replayFile = (
  file: Pick<
    EvidenceFile,
    "audit" | "counsel_audit" | "panel_audit" | "related" | "writers" | "log"
  >,
  known: Known,
): Promise<Replayed> => replayRows(rowsIn(file), file, known);

/** The same for rows from several parts of a file. A row that occurs twice counts once. */
export async function replayRows(
  rows: readonly WrittenRow[],
  file: Signed,
  known: Known,
): Promise<Replayed> {
  const placed = await placedIn(rows, file, known);
  // A log that has not begun cannot certify anybody.
  const isBegun = known.rowsKeys.length > 0;
  return replay(onlyOnce(isBegun ? placed : placed.map((one) => ({ ...one, writerFault: null }))));
}

/** What is wrong with each row on its own, for files that hold only some of a resource's rows. */
export const foundAlone = async (
  rows: readonly WrittenRow[],
  file: Signed,
  known: Known,
): Promise<Found[]> => (await placedIn(rows, file, known)).flatMap(rowFaults);

function placedIn(
  rows: readonly WrittenRow[],
  { writers, log: { origin } }: Signed,
  { leaves, rowsKeys, log }: Known,
): Promise<Placed[]> {
  const judge = fileWriterJudge({ origin, writers, rowsKeys, log });
  return Promise.all(
    rows.map(async (row): Promise<Placed> => {
      const { writer, writer_signature, ...said } = row;
      const leaf = leaves.get(row.row_hash);
      const writerFault = await judge(row, row.row_hash, { writer, writer_signature }, leaf);
      return { row: said, leaf: leaf ?? null, writerFault };
    }),
  );
}

/** Two requests to the same counsel both bring that counsel's rows, as far as each needs them. */
function onlyOnce(placed: readonly Placed[]): Placed[] {
  const known = new Set<string>();
  return placed.filter(({ row, leaf, writerFault }) => {
    const name = JSON.stringify([row, leaf, writerFault]);
    const isNew = !known.has(name);
    known.add(name);
    return isNew;
  });
}
