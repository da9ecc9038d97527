/*
 * The little of DER that an RFC 3161 request, its answer and a token's imprint need. What a token's
 * signature says is for openssl or a validation service; here only what it is a token of.
 */

interface Element {
  tag: number;
  body: Uint8Array;
  /** Where the next element begins. */
  end: number;
}

function elementAt(bytes: Uint8Array, at: number): Element | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return null;
  // 0x80 begins BER's indefinite length, which DER does not have.
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

/** Whether these bytes are one element of definite length, down to its innermost parts. */
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
  const body = Buffer.concat(parts);
  if (body.length > 127) throw new RangeError("Only short elements are written here.");
  return Buffer.concat([Uint8Array.of(tag, body.length), body]);
};

const INTEGER = 0x02;
const OCTETS = 0x04;
const SEQUENCE = 0x30;
const SHA256 = Buffer.from("0609608648016503040201", "hex");
const NULL = Uint8Array.of(0x05, 0x00);
const TRUE = Uint8Array.of(0x01, 0x01, 0xff);

/**
 * A TimeStampReq over a SHA-256 digest, which asks for the authority's certificate too.
 * @param nonce 8 random bytes
 */
export function timeStampRequest(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  const imprint = der(SEQUENCE, der(SEQUENCE, SHA256, NULL), der(OCTETS, digest));
  const number = der(INTEGER, integerOf(nonce));
  return der(SEQUENCE, der(INTEGER, Uint8Array.of(1)), imprint, number, TRUE);
}

/** The nonce as DER writes it: a zero in front keeps it positive, the bit behind the zero needed. */
const integerOf = (nonce: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(0x00, (nonce[0] ?? 0) | 0x80), nonce.subarray(1)]);

/** Why an authority's answer brings no token over what was asked. */
export type TokenFault = "refused" | "not_der" | "not_a_token" | "other_imprint" | "other_nonce";

/**
 * The token of a TimeStampResp (RFC 3161, section 2.4.2) over a SHA-256 digest, made for the
 * request with this nonce: an answer to an earlier one is refused.
 * @returns `not_der` where a part is of indefinite length or cut off: others could not verify it
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
  if (!Buffer.from(stamp.digest).equals(digest)) return { fault: "other_imprint" };
  const isAnswer = stamp.nonce !== null && Buffer.from(stamp.nonce).equals(integerOf(nonce));
  return isAnswer ? { token: bytes } : { fault: "other_nonce" };
}

interface Stamp {
  digest: Uint8Array;
  /** GeneralizedTime: `YYYYMMDDhhmmssZ`, perhaps with fractions of a second. */
  time: string;
  /** The request's, as a DER integer. */
  nonce: Uint8Array | null;
}

/** What a token was made over and when; null: it is no token over a SHA-256 digest. */
export function stampOf(token: Uint8Array): Stamp | null {
  const content = childrenOf(elementAt(token, 0)?.body ?? new Uint8Array())[1];
  const signed = content && childrenOf(elementAt(content.body, 0)?.body ?? new Uint8Array());
  const wrapped = signed?.[2] && childrenOf(signed[2].body)[1];
  const info = wrapped && elementAt(wrapped.body, 0);
  const fields =
    info?.tag === OCTETS ? childrenOf(elementAt(info.body, 0)?.body ?? new Uint8Array()) : [];
  const [algorithm, digest] = childrenOf(fields[2]?.body ?? new Uint8Array());
  const isSha256 =
    algorithm !== undefined &&
    Buffer.from(algorithm.body).subarray(0, SHA256.length).equals(SHA256);
  const time = fields[4] && Buffer.from(fields[4].body).toString("latin1");
  if (!isSha256 || digest?.body.length !== 32 || time === undefined) return null;
  // Accuracy and ordering, which may come between, have tags of their own.
  const nonce = fields.slice(5).find(({ tag }) => tag === INTEGER)?.body ?? null;
  return { digest: digest.body, time, nonce };
}
