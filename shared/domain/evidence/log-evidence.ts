import type { Envelope } from "#shared/domain/log/public-seal.ts";

/**
 * An RFC 3161 token over a checkpoint, and proof that the checkpoint includes the decision's row.
 */
export interface TimeStamp {
  /** C2SP tlog-proof; its checkpoint is, byte for byte, what was time-stamped. */
  log_proof: string;
  /** DER in base64. */
  token: string;
}

/** The evidence log's data on a decision. */
export interface LogEvidence {
  /** Verifier keys of the log, the current signing key first. */
  verifierKeys: readonly string[];
  /** null if the row is still waiting to be logged, or is unknown to the log (see `isKnown`). */
  publicSeal: Envelope | null;
  logProof: string | null;
  isKnown: boolean;
  isLate: boolean;
  timestamp: TimeStamp | null;
  /** Why there is no time stamp; only relevant if `timestamp` is null. */
  timestampReason: string | null;
}
