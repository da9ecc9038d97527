import { createHmac, timingSafeEqual } from "node:crypto";
import { sha256Hex } from "#shared/domain/canonical.ts";

/** The four fields that a decision signature covers (first seed, "Decision signature"). */
export interface SignedFields {
  decision: string;
  /** Exactly as signed: lower-cased and trimmed when it was stored, never normalised here. */
  counsel_email: string;
  nonce: string;
  /** The exact stored text, ISO 8601 with a UTC offset (`Z` or `+00:00`). */
  decided_at: string;
}

const utcInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|\+00:00)$/;

/** Whether a text is a timestamp with an explicit UTC offset; only those can be signed. */
const isUtcInstant = (text: string): boolean =>
  utcInstant.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Signs a decision: HMAC-SHA256 over `decision|counsel_email|nonce|decided_at`, keyed with the
 * UTF-8 bytes of the secret's text.
 * @returns lower-case hex
 * @throws RangeError if decided_at is not ISO 8601 with a UTC offset
 */
export function signDecision(secret: string, fields: SignedFields): string {
  if (!isUtcInstant(fields.decided_at)) {
    throw new RangeError("decided_at must be ISO 8601 with a UTC offset (Z or +00:00).");
  }
  const { decision, counsel_email, nonce, decided_at } = fields;
  return createHmac("sha256", Buffer.from(secret, "utf8"))
    .update([decision, counsel_email, nonce, decided_at].join("|"), "utf8")
    .digest("hex");
}

/**
 * The seeds' verification helper: recomputes the signature and compares in constant time. True only
 * if every input is byte-identical.
 */
export function verifyDecision(secret: string, fields: SignedFields, signature: string): boolean {
  if (!isUtcInstant(fields.decided_at)) return false;
  return equalText(signDecision(secret, fields), signature);
}

/** Compares two texts in constant time (only their length may leak). */
function equalText(expected: string, given: string): boolean {
  const a = Buffer.from(expected, "utf8");
  const b = Buffer.from(given, "utf8");
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Key id: the first 16 hex characters of SHA-256 over the same bytes that key the HMAC. */
export const keyId = (secret: string): string =>
  sha256Hex(Buffer.from(secret, "utf8")).slice(0, 16);
