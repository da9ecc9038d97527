import { writersOf } from "#shared/domain/audit/writers.ts";
import { type Certified, certified, isSigned, isWithin } from "./certified.ts";
import type { RowsKey } from "./key-change.ts";
import { CERTIFICATE_MS, type Certificate, rowText } from "./writer.ts";

/**
 * `row_unsigned`: no writer with a genuine certificate signed it; `row_by_wrong_writer`: one did who
 * does not write such rows, or not then.
 */
export type WriterFault = "row_unsigned" | "row_by_wrong_writer";

interface Leaf {
  index: number;
  time: string;
}

/**
 * Says why a row is not its writer's to write; null if it is.
 * @param leaf where the log has the row; left out where it has not taken it
 */
export type JudgeWriter = (
  row: { action: string; created_at: string },
  rowHash: string,
  signed: { writer?: unknown; writer_signature?: unknown },
  leaf?: Leaf | undefined,
) => Promise<WriterFault | null>;

interface Authority {
  origin: string;
  rowsKeys: readonly RowsKey[];
  /** When the log took a leaf, where all of it is known; by default it is not. */
  timeOf?: (index: number) => string | null;
  /**
   * Where the log has a row under a former key; null: it has not taken it. undefined: that is not asked,
   * since what the key certifies still counts for all rows.
   */
  leafOf?: (rowHash: string, key: RowsKey) => Promise<Leaf | null | undefined>;
  /** The certificate of a writer; null if there is none. */
  certificateOf: (writer: string) => Promise<Certificate | null>;
}

/** Judges rows by their writers' certificates, each of which is looked at once. */
export function writerJudge(authority: Authority): JudgeWriter {
  const { origin, rowsKeys, certificateOf } = authority;
  const known = new Map<string, Promise<Certified | null>>();
  const find = async (id: string): Promise<Certified | null> => {
    const found = await certificateOf(id);
    const one = found && (await certified(found, origin, rowsKeys));
    return one?.id === id ? one : null;
  };
  return async (row, rowHash, { writer: id, writer_signature: signature }, leaf) => {
    if (typeof id !== "string" || typeof signature !== "string") return "row_unsigned";
    const looking = known.get(id) ?? find(id);
    known.set(id, looking);
    const found = await looking;
    if (found === null || !(await isSigned(found.writer, rowText(rowHash), signature))) {
      return "row_unsigned";
    }
    const { writer, key } = found;
    const isTheirs =
      writersOf(row.action).includes(writer.operation) &&
      isWithin(writer, row.created_at) &&
      (await counts(key, leaf, rowHash, authority));
    return isTheirs ? null : "row_by_wrong_writer";
  };
}

/** Whether a rows key counts for a row. @param given where the log has it, if that is known already */
async function counts(
  key: RowsKey,
  given: Leaf | undefined,
  rowHash: string,
  authority: Authority,
): Promise<boolean> {
  if (key.until === null) return true;
  const leaf = given ?? (await authority.leafOf?.(rowHash, key));
  return leaf === undefined || (leaf !== null && countedThen(key, leaf, authority));
}

/** Whether a rows key still counted when the log took a leaf. */
function countedThen(
  { until, isWithdrawn }: RowsKey,
  leaf: Leaf,
  { timeOf = () => null }: Authority,
): boolean {
  if (until === null || leaf.index < until) return true;
  if (isWithdrawn) return false;
  const changedAt = until === 0 ? "" : timeOf(until - 1);
  // Only who read the whole log knows when the key changed.
  return changedAt === null || Date.parse(leaf.time) - Date.parse(changedAt) <= CERTIFICATE_MS;
}
