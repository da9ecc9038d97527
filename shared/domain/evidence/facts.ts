import type { AuditHead } from "#shared/domain/audit/row.ts";
import type { RowsKey } from "#shared/domain/log/key-change.ts";
import type { EvidenceFile } from "./evidence-file.ts";

/** A secret that signed decisions, with its id. */
export interface Secret {
  key_id: string;
  secret: string;
}

/** Where a row is in the log, and when the log took it. */
export interface Leaf {
  index: number;
  /** ISO 8601 UTC. */
  time: string;
}

/** The row hashes that the whole log holds for one subject, in the order of its leaves. */
export type SubjectRows = readonly (Leaf & { row: string })[];

/** The log as it was read from its first entry to its last. */
export interface WholeLog {
  size: number;
  /** When it took its last entry; null if it is empty. */
  lastTime: string | null;
  /** When it took a leaf; null if it has none of that index. */
  timeOf(index: number): string | null;
  rowsOf(subject: string): SubjectRows;
}

/** Everything that the checks look at. */
export interface Facts {
  file: EvidenceFile;
  /** Newest first; empty if none was given. */
  secrets: readonly Secret[];
  /** Where the rows are in the log, as proven; those it has not taken are missing. */
  leaves: ReadonlyMap<string, Leaf>;
  /** What is wrong with the file's proofs. */
  proofFaults: readonly string[];
  /** The keys by which certificates of writers are believed, oldest first. */
  rowsKeys: readonly RowsKey[];
  /** null: the whole log was not read. */
  log: WholeLog | null;
  /** The heads that the table's records name; null offline. */
  heads: { request: AuditHead; counsel: AuditHead | null } | null;
  /** ISO 8601 UTC. */
  now: string;
}
