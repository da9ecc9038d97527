import type { RowsKey } from "#shared/domain/log/key-change.ts";
import { type JudgeWriter, writerJudge } from "#shared/domain/log/writer-fault.ts";
import type { WritersPart } from "./evidence-file.ts";
import type { WholeLog } from "./facts.ts";

interface Known {
  origin: string;
  writers: WritersPart;
  rowsKeys: readonly RowsKey[];
  /** null: we have only the file itself. */
  log: WholeLog | null;
}

/** Judges the writers of a file's rows by the certificates in the file. */
export function fileWriterJudge({ origin, writers, rowsKeys, log }: Known): JudgeWriter {
  const certificates = new Map(writers.map((one) => [one.writer, one]));
  return writerJudge({
    ...{ origin, rowsKeys },
    timeOf: (index) => log?.timeOf(index) ?? null,
    certificateOf: async (writer) => certificates.get(writer) ?? null,
  });
}
