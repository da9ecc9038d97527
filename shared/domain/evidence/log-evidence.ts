import type { Envelope } from "#shared/domain/log/public-seal.ts";

/** An RFC 3161 token over a checkpoint, and the proof that the decision's row is in it. */
export interface TimeStamp {
  /** C2SP tlog-proof; its checkpoint, byte for byte, is what was stamped. */
  log_proof: string;
  /** DER in base64. */
  token: string;
}

/** What the evidence log says of a decision. */
export interface LogEvidence {
  /** Verifier keys of the log, the one that signs now first. */
  verifierKeys: readonly string[];
  /** null: the row waits, or the log has never heard of it (`isKnown`). */
  publicSeal: Envelope | null;
  logProof: string | null;
  isKnown: boolean;
  isLate: boolean;
  timestamp: TimeStamp | null;
  /** Why there is no time stamp. */
  timestampReason: string | null;
}
