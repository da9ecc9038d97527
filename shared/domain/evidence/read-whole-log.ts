import type { Hash } from "#shared/domain/log/merkle.ts";
import { sameHash } from "#shared/domain/log/merkle.ts";
import {
  type LogHeader,
  type ReadFile,
  readEntries,
  readHeader,
} from "#shared/domain/log/read-log.ts";
import { parseCheckpoint, parseNote } from "#shared/domain/log/signed-note.ts";
import { countOf } from "#shared/domain/text/count.ts";
import type { SubjectRows, WholeLog } from "./facts.ts";

/** A log that was read from its first entry to its last. */
export interface LogRead {
  header: LogHeader;
  log: WholeLog;
  /** The roots of earlier trees that were asked for, by size. */
  roots: ReadonlyMap<number, Hash>;
}

interface Question {
  /** Sizes of earlier trees whose roots are of interest. */
  sizes: readonly number[];
  /** The checkpoint's note that was kept the last time; the log must extend it. */
  before?: string | null;
}

/**
 * Reads every entry, recomputes the root and compares it with the checkpoint; times must rise.
 * @returns `fault`: the log contradicts itself; `unreadable`: it could not be read
 */
export async function readWholeLog(
  read: ReadFile,
  { sizes, before = null }: Question,
): Promise<LogRead | { fault: string } | { unreadable: string }> {
  const header = await readHeader(read);
  if ("fault" in header) return { unreadable: header.fault };
  const { size, root } = header.checkpoint;
  const bySubject = new Map<string, { index: number; time: string; row: string }[]>();
  const times: string[] = [];
  let backwards: number | null = null;
  const entries = await readEntries(read, {
    size,
    sizes,
    visit: ({ row, subject, time }, index) => {
      if (time < (times.at(-1) ?? "")) backwards ??= index;
      times.push(time);
      const rows = bySubject.get(subject) ?? [];
      rows.push({ index, time, row });
      bySubject.set(subject, rows);
    },
  });
  if ("fault" in entries) return { unreadable: entries.fault };
  if (!sameHash(entries.root, root)) {
    return { fault: "The log's entries do not add up to its signed root." };
  }
  if (backwards !== null) return { fault: `Leaf ${backwards} is dated before the leaf before it.` };
  const kept = before === null ? null : parseCheckpoint(parseNote(before)?.text ?? "");
  if (kept !== null) {
    const root = entries.roots.get(kept.size);
    if (root === undefined) {
      return {
        fault: `log_rolled_back: it had ${countOf(kept.size, "leaf", "leaves")}, now it has ${size}.`,
      };
    }
    if (kept.origin !== header.checkpoint.origin || !sameHash(root, kept.root)) {
      return {
        fault: `log_forked: its first ${kept.size} leaves are not those kept in the mirror.`,
      };
    }
  }
  const none: SubjectRows = [];
  return {
    header,
    roots: entries.roots,
    log: {
      size,
      lastTime: times.at(-1) ?? null,
      timeOf: (index) => times[index] ?? null,
      rowsOf: (subject) => bySubject.get(subject) ?? none,
    },
  };
}
