import type { AuditHead } from "#shared/domain/audit/row.ts";
import type { RowsKey } from "#shared/domain/log/key-change.ts";
import type { EvidenceFile } from "./evidence-file.ts";
import type { Leaf } from "./leaf.ts";
import type { Replayed } from "./replay/replay.ts";
import type { Subject } from "./replay/world.ts";

/** A secret that signed decisions, with its id. */
export interface Secret {
  key_id: string;
  secret: string;
}

/** The row hashes that the whole log holds for one subject, in the order of its leaves. */
export type SubjectRows = readonly (Leaf & { row: string })[];

/** The log as it was read from its first entry to its last. */
export interface WholeLog {
  size: number;
  /** When the log took its last entry; null if the log is empty. */
  lastTime: string | null;
  /** When the log took the leaf with this index; null if there is no such leaf. */
  timeOf(index: number): string | null;
  rowsOf(subject: string): SubjectRows;
}

/** What only the service knows, from its table. */
export interface Stored {
  /** The heads that the records name. */
  heads: { request: AuditHead; counsel: AuditHead | null };
  /** Hashes of the rows that wait for the log. */
  waiting: ReadonlySet<string>;
  /** By subject: the newest row that the log has. */
  logged: ReadonlyMap<string, string>;
}

/** What is known about rows and the log, whatever the file is about. */
export interface LogFacts {
  /** The result of replaying the rows. */
  replayed: Replayed;
  /** The proven leaves of the rows in the log; rows that the log has not taken are missing. */
  leaves: ReadonlyMap<string, Leaf>;
  /** What is wrong with the file's proofs. */
  proofFaults: readonly string[];
  /** The log's size up to which the file must have every row about its subjects. */
  horizon: number;
  /** null: the whole log was not read. */
  log: WholeLog | null;
  /** null offline. */
  stored: Stored | null;
  /** Hashes of the rows that must not be late: decisions, and those that enrol a key. */
  decisive: ReadonlySet<string>;
  /** Whether further rows may follow, without which the file would no longer be complete. */
  goesOn: (subject: Subject) => boolean;
  /** ISO 8601 UTC. */
  now: string;
}

/** Everything that the checks of a request look at. */
export interface Facts extends LogFacts {
  file: EvidenceFile;
  /** Newest first; empty if none was given. */
  secrets: readonly Secret[];
  /** The keys that vouch for certificates of writers, oldest first. */
  rowsKeys: readonly RowsKey[];
}
