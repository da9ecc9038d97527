/** What a drill can find, with its exit codes; of several kinds, the first in this list counts. */
const exitCodes = {
  /** The log is shorter than what its key has signed. */
  log_cut: 10,
  /** A checkpoint's anchor differs from the table's, or is missing. */
  anchor_differs: 11,
  /** Tiles, entries, checkpoints or signatures contradict one another. */
  log_damaged: 12,
  /** An audit row does not match its hash, or the log. */
  row_altered: 13,
  /** The log has a leaf whose audit row is missing. */
  row_missing: 14,
  /** The evidence of a review, or its bundle, does not verify although every row does. */
  evidence_fails: 15,
  /** The restored table is intact, but one of its audit rows was changed in the live table. */
  live_row_altered: 16,
  /** The restored table is intact, but one of its audit rows is missing from the live table. */
  live_row_missing: 17,
  /** Something could not be checked; there are no worse findings. */
  not_checked: 3,
} as const;

export type FindingKind = keyof typeof exitCodes;

export interface Finding {
  kind: FindingKind;
  detail: string;
}

export const finding = (kind: FindingKind, detail: string): Finding => ({ kind, detail });

/** The exit code for the gravest finding; 0 if there are none. */
export function exitCodeOf(findings: readonly Finding[]): number {
  const kinds = new Set(findings.map(({ kind }) => kind));
  const [gravest] = Object.entries(exitCodes).filter(([kind]) => kinds.has(kind as FindingKind));
  return gravest?.[1] ?? 0;
}
