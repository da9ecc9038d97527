import { createHmac, timingSafeEqual } from "node:crypto";

const form = /^sha256=([0-9a-f]{64})$/;

/**
 * Which of the secrets a delivery was signed with: HMAC-SHA256 over the raw bytes, keyed with the
 * UTF-8 bytes of the secret's text, sent as `sha256=<64 lower-case hex>`. Null: none, or no header.
 */
export function matchingSecret<S extends { value: string }>(
  header: string | undefined,
  body: Uint8Array,
  secrets: readonly S[],
): S | null {
  const hex = form.exec(header ?? "")?.[1];
  if (hex === undefined) return null;
  const given = Buffer.from(hex, "hex");
  return (
    secrets.find(({ value }) =>
      timingSafeEqual(createHmac("sha256", value).update(body).digest(), given),
    ) ?? null
  );
}
