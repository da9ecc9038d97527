/** What a drill can find, with exit codes. Of several kinds, the first in this list counts. */
const exitCodes = {
  /** The log is shorter than what its key has signed. */
  log_cut: 10,
  /** A checkpoint's anchor differs from the table's, or is missing. */
  anchor_differs: 11,
  /** Tiles, entries, checkpoints or signatures contradict one another. */
  log_damaged: 12,
  /** An audit row cannot be read, or does not match its hash or the log. */
  row_altered: 13,
  /** The log has a leaf whose audit row is missing. */
  row_missing: 14,
  /** The evidence of a review, or its bundle, does not verify although every row does. */
  evidence_fails: 15,
  /** What a row, a review, a link or a list demands is not in the restored table. */
  item_missing: 18,
  /** An item cannot be read, or contradicts its own hash, the trail or another item. */
  item_altered: 19,
  /** An item differs between the restored and the live table, and no row explains it. */
  item_differs: 20,
  /** The restored table is intact, but one of its audit rows was changed in the live table. */
  live_row_altered: 16,
  /** The restored table is intact, but one of its audit rows is missing from the live table. */
  live_row_missing: 17,
  /** An item is missing from the live table: it went without a row, or is demanded there. */
  live_item_missing: 21,
  /** An item of the live table cannot be read, or contradicts its own hash, the trail or another item. */
  live_item_altered: 22,
  /** Something could not be checked; there are no worse findings. */
  not_checked: 3,
} as const;

export type FindingKind = keyof typeof exitCodes;

/** What a table alone can show. Each has its counterpart for the live table. */
export type OfOneTable = "row_altered" | "item_missing" | "item_altered";

export interface Finding<K extends FindingKind = FindingKind> {
  kind: K;
  detail: string;
}

export const finding = <K extends FindingKind>(kind: K, detail: string): Finding<K> => ({
  ...{ kind, detail },
});

/** The exit code for the gravest finding; 0 if there are none. */
export function exitCodeOf(findings: readonly Finding[]): number {
  const kinds = new Set(findings.map(({ kind }) => kind));
  const [gravest] = Object.entries(exitCodes).filter(([kind]) => kinds.has(kind as FindingKind));
  return gravest?.[1] ?? 0;
}
