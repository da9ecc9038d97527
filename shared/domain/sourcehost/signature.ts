import { createHmac } from "node:crypto";
import type { SignatureFault } from "#shared/domain/connections/delivery.ts";
import { areEqualSecrets } from "#shared/domain/equal-secrets.ts";

const PREFIX = "sha256=";
const LENGTH = PREFIX.length + 64;

/**
 * Which of the secrets a delivery was signed with: HMAC-SHA256 over the raw bytes, keyed with the
 * UTF-8 bytes of the secret's text, sent as `sha256=<64 lower-case hex>`. Null if none matches, or
 * if the header is missing or malformed.
 */
export function matchingSecret<S extends { value: string }>(
  header: string | undefined,
  body: Uint8Array,
  secrets: readonly S[],
): S | null {
  if (header?.length !== LENGTH) return null;
  // Compares as hex text, because decoding the header would cost as much as hashing 1 KB.
  const given = Buffer.from(header);
  for (const secret of secrets) {
    const hex = createHmac("sha256", secret.value).update(body).digest("hex");
    if (areEqualSecrets(PREFIX + hex, given)) return secret;
  }
  return null;
}

/** Why no secret matched: the header is missing, malformed, or a signature with another secret. */
export function signatureFaultOf(header: string | undefined): SignatureFault {
  if (header === undefined || header.trim() === "") return "missing_signature";
  return /^sha256=[0-9a-f]{64}$/.test(header) ? "no_match" : "malformed_signature";
}
