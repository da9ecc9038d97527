import { concat, sameBytes, unhex } from "#shared/domain/bytes.ts";

/*
 * The part of DER that an RFC 3161 request, its response and a token's imprint need. This module checks
 * what a token covers. Verifying its signature is left to openssl or a validation service.
 */

interface Element {
  tag: number;
  body: Uint8Array;
  /** Offset of the next element. */
  end: number;
}

function elementAt(bytes: Uint8Array, at: number): Element | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return null;
  // 0x80 is BER's indefinite length, which DER does not allow.
  if (first === 0x80) return null;
  const more = first < 0x80 ? 0 : first - 0x80;
  if (more > 4) return null;
  let length = more === 0 ? first : 0;
  for (let i = 0; i < more; i += 1) length = length * 256 + (bytes[at + 2 + i] ?? 0);
  const start = at + 2 + more;
  const end = start + length;
  return end > bytes.length ? null : { tag, body: bytes.subarray(start, end), end };
}

function childrenOf(bytes: Uint8Array): Element[] {
  const children: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    if (element === null) return [];
    children.push(element);
    at = element.end;
  }
  return children;
}

const CONSTRUCTED = 0x20;
const DEEPEST = 32;

/** Whether the bytes are a single element with definite lengths throughout. */
function isDer(bytes: Uint8Array): boolean {
  const element = elementAt(bytes, 0);
  return element !== null && element.end === bytes.length && isWhole(element, DEEPEST);
}

function isWhole({ tag, body }: Element, depth: number): boolean {
  if ((tag & CONSTRUCTED) === 0 || body.length === 0) return true;
  const parts = childrenOf(body);
  return depth > 0 && parts.length > 0 && parts.every((part) => isWhole(part, depth - 1));
}

const der = (tag: number, ...parts: Uint8Array[]): Uint8Array => {
  const body = concat(...parts);
  if (body.length > 127) throw new RangeError("Only short elements are written here.");
  return concat(Uint8Array.of(tag, body.length), body);
};

const INTEGER = 0x02;
const OCTETS = 0x04;
const SEQUENCE = 0x30;
const SHA256 = unhex("0609608648016503040201") ?? new Uint8Array(0);
const NULL = Uint8Array.of(0x05, 0x00);
const TRUE = Uint8Array.of(0x01, 0x01, 0xff);

/**
 * A TimeStampReq over a SHA-256 digest; also requests the authority's certificate.
 * @param nonce 8 random bytes
 */
export function timeStampRequest(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  const imprint = der(SEQUENCE, der(SEQUENCE, SHA256, NULL), der(OCTETS, digest));
  const number = der(INTEGER, integerOf(nonce));
  return der(SEQUENCE, der(INTEGER, Uint8Array.of(1)), imprint, number, TRUE);
}

/**
 * The nonce as a DER integer. The leading zero keeps it positive, and the bit after it makes the zero
 * mandatory.
 */
const integerOf = (nonce: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(0x00, (nonce[0] ?? 0) | 0x80), nonce.subarray(1));

/** Why an authority's response has no token for the request. */
export type TokenFault = "refused" | "not_der" | "not_a_token" | "other_imprint" | "other_nonce";

/**
 * Extracts the token from a TimeStampResp (RFC 3161, section 2.4.2). It must cover this SHA-256
 * digest and carry this request's nonce, so that a replayed response is refused.
 * @returns `not_der` if a part has indefinite length or is truncated, because other verifiers would
 *   reject it
 */
export function tokenOver(
  response: Uint8Array,
  digest: Uint8Array,
  nonce: Uint8Array,
): { token: Uint8Array } | { fault: TokenFault } {
  if (!isDer(response)) return { fault: "not_der" };
  const outer = elementAt(response, 0);
  const [info, token, ...more] = outer?.tag === SEQUENCE ? childrenOf(outer.body) : [];
  const status = info && childrenOf(info.body)[0];
  if (status?.tag !== INTEGER || status.body.length !== 1 || more.length > 0) {
    return { fault: "not_a_token" };
  }
  // granted, or granted with modifications
  if ((status.body[0] ?? 9) > 1) return { fault: "refused" };
  const bytes = outer?.body.subarray(info?.end ?? 0);
  const stamp = token && bytes && stampOf(bytes);
  if (!bytes || !stamp) return { fault: "not_a_token" };
  if (!sameBytes(stamp.digest, digest)) return { fault: "other_imprint" };
  const isAnswer = stamp.nonce !== null && sameBytes(stamp.nonce, integerOf(nonce));
  return isAnswer ? { token: bytes } : { fault: "other_nonce" };
}

/** `YYYYMMDDhhmmss.fffffffffZ` */
const LONGEST_TIME = 32;

interface Stamp {
  digest: Uint8Array;
  /** GeneralizedTime: `YYYYMMDDhhmmssZ`, possibly with fractions of a second. */
  time: string;
  /** The request's nonce, as a DER integer. */
  nonce: Uint8Array | null;
}

/** What a token covers and when it was made; null if it is not a token over a SHA-256 digest. */
export function stampOf(token: Uint8Array): Stamp | null {
  const content = childrenOf(elementAt(token, 0)?.body ?? new Uint8Array())[1];
  const signed = content && childrenOf(elementAt(content.body, 0)?.body ?? new Uint8Array());
  const wrapped = signed?.[2] && childrenOf(signed[2].body)[1];
  const info = wrapped && elementAt(wrapped.body, 0);
  const fields =
    info?.tag === OCTETS ? childrenOf(elementAt(info.body, 0)?.body ?? new Uint8Array()) : [];
  const [algorithm, digest] = childrenOf(fields[2]?.body ?? new Uint8Array());
  const isSha256 =
    algorithm !== undefined && sameBytes(algorithm.body.subarray(0, SHA256.length), SHA256);
  const time = fields[4] && String.fromCharCode(...fields[4].body.subarray(0, LONGEST_TIME));
  if (!isSha256 || digest?.body.length !== 32 || time === undefined) return null;
  // The optional accuracy and ordering come before the nonce, but have other tags.
  const nonce = fields.slice(5).find(({ tag }) => tag === INTEGER)?.body ?? null;
  return { digest: digest.body, time, nonce };
}
