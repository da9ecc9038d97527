import type { RowsKey } from "#shared/domain/log/key-change.ts";
import type { WriterFault } from "#shared/domain/log/writer-fault.ts";
import type { WritersPart, WrittenRow } from "../evidence-file.ts";
import type { WholeLog } from "../facts.ts";
import { fileWriterJudge } from "../file-writers.ts";
import type { Leaf } from "../leaf.ts";

interface Signed {
  origin: string;
  rows: readonly WrittenRow[];
  writers: WritersPart;
  rowsKeys: readonly RowsKey[];
  leaves: ReadonlyMap<string, Leaf>;
  log: WholeLog | null;
}

const meaning: Readonly<Record<WriterFault, string>> = {
  row_unsigned: "no writer with a certificate of the log's rows key signed it",
  row_by_wrong_writer: "its writer does not write such rows, or not then",
};

/** The first of these rows that was not written by a function that writes such rows; null: none. */
export async function writersFault(given: Signed): Promise<string | null> {
  const { origin, rows, writers, rowsKeys, leaves, log } = given;
  const judge = fileWriterJudge({ origin, writers, rowsKeys, log });
  for (const row of rows) {
    const fault = await judge(row, row.row_hash, row, leaves.get(row.row_hash));
    if (fault !== null) return `${fault}: ${row.action} of ${row.created_at}: ${meaning[fault]}.`;
  }
  return null;
}
