import { writersOf } from "#shared/domain/audit/writers.ts";
import { type Certified, certified, isSigned, isWithin } from "./certified.ts";
import type { DatedRowsKey, RowsKey } from "./key-change.ts";
import { CERTIFICATE_MS, type Certificate, rowText } from "./writer.ts";

/**
 * `row_unsigned`: no writer with a genuine certificate signed the row. `row_by_wrong_writer`: the
 * writer who signed it does not write such rows, or was not certified at that time.
 */
export type WriterFault = "row_unsigned" | "row_by_wrong_writer";

/** A position in the log, and when the log took it, ISO 8601 UTC. */
export interface Leaf {
  index: number;
  time: string;
}

/**
 * Says why a writer was not allowed to write a row; null if the writer was.
 * @param leaf the row's leaf; left out if the log has not taken the row
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
  /** When the log took a leaf, if the caller knows the whole log. By default it does not. */
  timeOf?: (index: number) => string | null;
  /**
   * The leaf of a row signed under a former key; null: the log has not taken the row. undefined: nobody
   * looked, because the key's certificates still count for all rows.
   */
  leafOf?: (rowHash: string, key: RowsKey) => Promise<Leaf | null | undefined>;
  /** The certificate of a writer; null if there is none. */
  certificateOf: (writer: string) => Promise<Certificate | null>;
}

/** Judges rows by their writers' certificates. It looks at each certificate once. */
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

/** Whether a rows key counts for a row. @param given the row's leaf, if it is already known */
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
  // Only a reader of the whole log knows when the key changed.
  const replacedAt = until === 0 ? "" : timeOf(until - 1);
  return !hasLapsed({ isWithdrawn, replacedAt }, leaf.time);
}

/**
 * Whether a former key no longer counts for what is new.
 * @param at when the log took a row, or when a link was issued: ISO 8601 UTC
 */
export const hasLapsed = (
  { isWithdrawn, replacedAt }: Pick<DatedRowsKey, "isWithdrawn" | "replacedAt">,
  at: string,
): boolean =>
  isWithdrawn ||
  (replacedAt !== null && !(Date.parse(at) - Date.parse(replacedAt) <= CERTIFICATE_MS));
