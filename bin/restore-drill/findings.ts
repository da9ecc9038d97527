/** What a drill can find, with the exit code that says so; several kinds: the first of this list. */
const exitCodes = {
  /** The log is shorter than what its key has signed. */
  log_cut: 10,
  /** A checkpoint's anchor differs from the table's, or is missing. */
  anchor_differs: 11,
  /** Tiles, entries, checkpoints or signatures contradict one another. */
  log_damaged: 12,
  /** An audit row is not what its hash, or the log, says. */
  row_altered: 13,
  /** The log has a leaf whose audit row is not there. */
  row_missing: 14,
  /** The evidence of a review, or its bundle, does not hold although every row does. */
  evidence_fails: 15,
  /** The restored table is whole, but an audit row of the live one is no more what it was. */
  live_row_altered: 16,
  /** The restored table is whole, but an audit row of it is gone from the live one. */
  live_row_missing: 17,
  /** Something could not be checked; nothing worse was found. */
  not_checked: 3,
} as const;

export type FindingKind = keyof typeof exitCodes;

export interface Finding {
  kind: FindingKind;
  detail: string;
}

export const finding = (kind: FindingKind, detail: string): Finding => ({ kind, detail });

/** 0 where nothing was found. */
export function exitCodeOf(findings: readonly Finding[]): number {
  const kinds = new Set(findings.map(({ kind }) => kind));
  const [gravest] = Object.entries(exitCodes).filter(([kind]) => kinds.has(kind as FindingKind));
  return gravest?.[1] ?? 0;
}
