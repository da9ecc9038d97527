import type { Hash } from "#shared/domain/log/merkle.ts";
import { sameHash } from "#shared/domain/log/merkle.ts";
import {
  type EntriesRead,
  type LogHeader,
  type LogSource,
  readEntries,
  readHeader,
} from "#shared/domain/log/read-log.ts";
import { type Checkpoint, checkpointIn } from "#shared/domain/log/signed-note.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { SubjectRows, WholeLog } from "./facts.ts";

/** A log that was read from its first entry to its last. */
export interface LogRead {
  header: LogHeader;
  log: WholeLog;
  /** The root of the first `size` leaves; null: the log has fewer. */
  rootAt: (size: number) => Hash | null;
}

/** `fault`: the log contradicts itself or what we kept; `unreadable`: it could not be read. */
export type LogReading = LogRead | { fault: string } | { unreadable: string };

/**
 * Reads every entry, recomputes the root and compares it with the checkpoint; times must rise.
 * @param before the checkpoint's note that we kept the last time; the log must extend it
 */
export async function readWholeLog(
  source: LogSource,
  before: string | null = null,
): Promise<LogReading> {
  try {
    return await readAll(source, before);
  } catch (error) {
    return { unreadable: `The log cannot be read: ${(error as Error).message}.` };
  }
}

async function readAll(source: LogSource, before: string | null): Promise<LogReading> {
  const header = await readHeader(source.read);
  const since = source.forkedSince();
  if (since !== null) return { fault: `log_forked: The log says so itself, since ${since}.` };
  if ("fault" in header) return { unreadable: header.fault };
  const bySubject = new Map<string, { index: number; time: string; row: string }[]>();
  const times: string[] = [];
  let backwards: number | null = null;
  const entries = await readEntries(source.read, {
    size: header.checkpoint.size,
    visit: ({ row, subject, time }, index) => {
      if (time < (times.at(-1) ?? "")) backwards ??= index;
      times.push(time);
      const rows = bySubject.get(subject) ?? [];
      rows.push({ index, time, row });
      bySubject.set(subject, rows);
    },
  });
  if ("fault" in entries) return { unreadable: entries.fault };
  const fault = rootFault(header, entries, before);
  if (fault !== null) return { fault };
  if (backwards !== null) {
    return { fault: `time_in_future: Leaf ${backwards} is dated before the leaf before it.` };
  }
  const none: SubjectRows = [];
  return {
    header,
    rootAt: entries.rootAt,
    log: {
      size: header.checkpoint.size,
      lastTime: times.at(-1) ?? null,
      timeOf: (index) => times[index] ?? null,
      rowsOf: (subject) => bySubject.get(subject) ?? none,
    },
  };
}

/** What is wrong with the tree itself; null: nothing. */
function rootFault(
  { checkpoint }: LogHeader,
  { root, rootAt }: EntriesRead,
  before: string | null,
): string | null {
  const { origin, size } = checkpoint;
  if (!sameHash(root, checkpoint.root)) {
    return "log_forked: The log's entries do not add up to its signed root.";
  }
  const kept = before === null ? null : checkpointIn(before);
  return kept && historyFault({ origin, size, rootAt }, kept, "the mirror's");
}

/** What `historyFault` compares of a log that was read. */
export const historyOf = ({ header, rootAt }: LogRead) => ({ ...header.checkpoint, rootAt });

/**
 * Why a log does not continue the state in which somebody saw it; null: it does.
 * @param whose checkpoint it is
 */
export function historyFault(
  { origin, size, rootAt }: Pick<Checkpoint, "origin" | "size"> & Pick<LogRead, "rootAt">,
  seen: Checkpoint,
  whose: string,
): string | null {
  const then = rootAt(seen.size);
  if (then === null) {
    return `log_rolled_back: The log has ${countOf(size, "leaf", "leaves")}, ${whose} checkpoint ${seen.size}.`;
  }
  return seen.origin === origin && sameHash(then, seen.root)
    ? null
    : `log_forked: The log's first ${seen.size} leaves are not those of ${whose} checkpoint.`;
}
