import { createHmac } from "node:crypto";
import { areEqualSecrets } from "#shared/domain/equal-secrets.ts";

/*
 * The hop from the receiver function to the webhook, in the Standard Webhooks form: `webhook-id`,
 * `webhook-timestamp` (unix seconds), `webhook-signature` (`v1,` and base64 of HMAC-SHA256 over
 * `id.timestamp.body`; several, separated by spaces, during a rotation). Keys are the UTF-8 bytes
 * of the secret's text.
 */

/** How many seconds a timestamp may be in the past or the future. */
export const TOLERANCE_SECONDS = 300;

const VERSION = "v1,";

/** A type, not an interface, so that it is assignable to a record of headers. */
export type DeliveryHeaders = {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

const macOf = (secret: string, id: string, timestamp: string, body: Uint8Array): Buffer =>
  createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest();

/** Signs with every given secret, so that a verifier that has any of them accepts the delivery. */
export function signDelivery(
  secrets: readonly string[],
  id: string,
  /** Milliseconds since the epoch. */
  now: number,
  body: Uint8Array,
): DeliveryHeaders {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map(
    (secret) => `${VERSION}${macOf(secret, id, timestamp, body).toString("base64")}`,
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

export type Verification<S> =
  | { valid: true; secret: S }
  | {
      valid: false;
      reason: "missing_header" | "malformed_header" | "timestamp_out_of_tolerance" | "no_match";
    };

/**
 * Which of the accepted secrets signed these bytes. Comparisons are constant-time. Only the first
 * eight signatures are checked, which bounds the cost of a header full of them.
 */
export function verifySignature<S extends { value: string }>(
  accepted: readonly S[],
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  /** Milliseconds since the epoch. */
  now: number,
): Verification<S> {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id || !timestamp || !signatures) return { valid: false, reason: "missing_header" };
  const given = signatures.split(" ", MAX_SIGNATURES).flatMap(bytesOf);
  if (!/^\d{1,12}$/.test(timestamp) || given.length === 0) {
    return { valid: false, reason: "malformed_header" };
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    return { valid: false, reason: "timestamp_out_of_tolerance" };
  }
  for (const secret of accepted) {
    const wanted = macOf(secret.value, id, timestamp, body);
    if (given.some((mac) => areEqualSecrets(mac, wanted))) return { valid: true, secret };
  }
  return { valid: false, reason: "no_match" };
}

const MAX_SIGNATURES = 8;
const MAC_BYTES = 32;

function bytesOf(signature: string): Buffer[] {
  if (!signature.startsWith(VERSION)) return [];
  const mac = Buffer.from(signature.slice(VERSION.length), "base64");
  return mac.length === MAC_BYTES ? [mac] : [];
}
