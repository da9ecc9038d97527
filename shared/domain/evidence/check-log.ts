import { createHash } from "node:crypto";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { leafHash } from "#shared/domain/log/merkle.ts";
import {
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type VerifierKey,
  verifiesBytes,
  verifyNote,
} from "#shared/domain/log/note.ts";
import { parseProof } from "#shared/domain/log/proof-text.ts";
import { provesInclusion } from "#shared/domain/log/proofs.ts";
import { preAuthEncoding, statementText, waitingDecision } from "#shared/domain/log/public-seal.ts";
import { stampOf } from "#shared/domain/log/time-stamp.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type Check, fail, pass, pending, unverifiable } from "./check.ts";
import { decisionRowOf } from "./check-record.ts";
import type { LogEvidence } from "./log-evidence.ts";

/** The checks on the public seal, the log and the time stamp (evidence-log.md, section 4). */
export function checkLog(
  record: ReviewRecord,
  rows: readonly AuditRow[],
  log: LogEvidence,
): Check[] {
  const ids = ["public_seal", "log_inclusion", "timestamp"] as const;
  if (!isDecided(record)) return ids.map((id) => unverifiable(id, "There is no decision yet."));
  const row = decisionRowOf(record, rows);
  if (row?.row_hash === undefined)
    return ids.map((id) => fail(id, "The decision's row is missing."));
  const keys = log.verifierKeys.flatMap((text) => parseVerifierKey(text) ?? []);
  return [
    checkSealed(record, row, keys, log),
    checkInclusion(row.row_hash, keys, log),
    checkStamp(row.row_hash, keys, log),
  ];
}

const waiting = "It is waiting for the log's next checkpoint, due within two minutes.";

function checkSealed(
  record: ReviewRecord,
  row: AuditRow,
  keys: readonly VerifierKey[],
  { publicSeal, logProof, isKnown }: LogEvidence,
): Check {
  const id = "public_seal";
  if (!isKnown) return fail(id, "The log does not contain this decision.");
  if (publicSeal === null) return pending(id, waiting);
  const index = parseProof(logProof ?? "")?.index ?? leafIndexOf(publicSeal.payload);
  const { token_hash: _, ...sealed } = waitingDecision(record, row);
  const expected = statementText(sealed, { rowHash: row.row_hash ?? "", leafIndex: index });
  const payload = Buffer.from(publicSeal.payload, "base64").toString("utf8");
  if (payload !== expected) return fail(id, "The public seal covers another decision.");
  const [signature] = publicSeal.signatures;
  const key = keys.find(({ id: keyId }) => keyId === signature?.keyid);
  if (signature === undefined || key === undefined) {
    return fail(id, "The public seal is not signed by any of the log's keys.");
  }
  return verifiesBytes(key, preAuthEncoding(payload), Buffer.from(signature.sig, "base64"))
    ? pass(id, `Sealed by the log's key ${key.id}, for anyone to verify.`)
    : fail(id, "The public seal's signature is not genuine.");
}

function leafIndexOf(payload: string): number {
  try {
    return JSON.parse(Buffer.from(payload, "base64").toString("utf8")).predicate.leaf_index;
  } catch {
    return -1;
  }
}

function checkInclusion(
  rowHash: string,
  keys: readonly VerifierKey[],
  { logProof, isKnown, isLate }: LogEvidence,
): Check {
  const id = "log_inclusion";
  if (!isKnown) return fail(id, "The log does not contain this decision.");
  if (logProof === null) return pending(id, waiting);
  const proven = findProof(rowHash, logProof, keys);
  if (proven === null) return fail(id, "The proof does not lead to a checkpoint of this log.");
  const late = isLate ? " It was written before the log began, and added afterwards." : "";
  return pass(
    id,
    `Leaf ${proven.index} of the log, in the checkpoint of size ${proven.size}.${late}`,
  );
}

/** The row's position according to the proof; null unless the whole proof verifies. */
function findProof(rowHash: string, text: string, keys: readonly VerifierKey[]) {
  const proof = parseProof(text);
  const note = proof && parseNote(proof.checkpoint);
  const checkpoint = note && parseCheckpoint(note.text);
  if (proof === null || note === null || checkpoint === null) return null;
  const isSigned = keys.some(
    (key) => key.name === checkpoint.origin && verifyNote(note, key) === "valid",
  );
  const { size, root } = checkpoint;
  const leaf = leafHash(Buffer.from(rowHash, "hex"));
  const { index, hashes } = proof;
  const isIncluded = provesInclusion(leaf, { index, size, hashes: [...hashes], root });
  return isSigned && isIncluded ? { index, size, checkpoint: proof.checkpoint } : null;
}

function checkStamp(
  rowHash: string,
  keys: readonly VerifierKey[],
  { timestamp, timestampReason, logProof }: LogEvidence,
): Check {
  const id = "timestamp";
  if (timestamp === null) {
    return logProof === null
      ? pending(id, waiting)
      : unverifiable(id, timestampReason ?? "There is no time stamp.");
  }
  const proven = findProof(rowHash, timestamp.log_proof, keys);
  const stamp = stampOf(Buffer.from(timestamp.token, "base64"));
  if (proven === null || stamp === null)
    return fail(id, "The time stamp does not cover a checkpoint that contains the decision.");
  const digest = createHash("sha256").update(proven.checkpoint).digest();
  return digest.equals(stamp.digest)
    ? pass(
        id,
        `Stamped at ${stamp.time} over ${sha256Hex(proven.checkpoint)}; openssl ts verifies the authority.`,
      )
    : fail(id, "The time stamp covers another checkpoint.");
}
