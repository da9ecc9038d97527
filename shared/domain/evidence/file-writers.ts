import type { RowsKey } from "#shared/domain/log/key-change.ts";
import { type JudgeWriter, writerJudge } from "#shared/domain/log/writer-fault.ts";
import type { WritersPart } from "./evidence-file.ts";
import type { WholeLog } from "./facts.ts";
import { fail, type Line } from "./finding.ts";

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

/** The finding about writers in a file that signed none of its rows, or are there twice; or none. */
export function writersLines(
  writers: WritersPart,
  rows: readonly { writer?: unknown }[],
): readonly Line[] {
  const ids = writers.map(({ writer }) => writer);
  const named = new Set(rows.map(({ writer }) => writer));
  if (ids.some((id) => !named.has(id))) {
    return [fail("parts", "It certifies a writer who signed none of its rows.")];
  }
  if (new Set(ids).size < ids.length) {
    return [fail("parts", "It certifies a writer twice.")];
  }
  return [];
}
