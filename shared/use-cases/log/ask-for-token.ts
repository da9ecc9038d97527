import { randomBytes } from "node:crypto";
import { type TokenFault, timeStampRequest, tokenOver } from "#shared/domain/log/time-stamp.ts";
import { postBytes } from "#shared/platform/http/post-bytes.ts";

/**
 * Asks an RFC 3161 authority for a token over a SHA-256 digest.
 * @returns the token, DER; or the reason why the answer contains none for this very request
 * @throws Error if there is no answer within five seconds, or it is too long
 */
export async function askForToken(
  url: string,
  digest: Uint8Array,
): Promise<{ token: Uint8Array } | { fault: TokenFault | `http_${number}` }> {
  const nonce = randomBytes(8);
  const request = timeStampRequest(digest, nonce);
  const { status, bytes } = await postBytes(url, "application/timestamp-query", request);
  return status === 200 ? tokenOver(bytes, digest, nonce) : { fault: `http_${status}` };
}
