import { createHash, timingSafeEqual, verify } from "node:crypto";
import * as z from "zod/mini";
import { canonicalHash } from "#shared/domain/canonical.ts";
import { type KeyAlgorithm, publicKeyOf } from "./counsel-key.ts";

/*
 * WebAuthn level 3, sections 7.1 and 7.2, without attestation: checks a ceremony's data and that
 * counsel's key signed exactly this decision. No CBOR is needed: the browser provides the key as
 * SPKI and the authenticator data as bytes.
 */

/** Binary members: base64url without padding. */
const bytes = (most: number) =>
  z
    .string()
    .check(
      z.minLength(1, "must not be empty"),
      z.maxLength(most, `must be at most ${most} characters`),
      z.regex(/^[A-Za-z0-9_-]*$/, "must be base64url without padding"),
    );

export const assertionSchema = () =>
  z.strictObject({
    credential_id: bytes(1400),
    authenticator_data: bytes(4000),
    client_data_json: bytes(8000),
    signature: bytes(2000),
  });
export type Assertion = z.output<ReturnType<typeof assertionSchema>>;

/** What the browser sends about a passkey that it has just created. */
export const newKeySchema = () =>
  z.strictObject({
    credential_id: bytes(1400),
    public_key_spki: bytes(2000),
    authenticator_data: bytes(4000),
    client_data_json: bytes(8000),
  });
export type NewKey = z.output<ReturnType<typeof newKeySchema>>;

/** What can be wrong with an assertion: the `path` values of an `assertion_invalid` error. */
export type AssertionFault =
  | "client_data"
  | "type"
  | "challenge"
  | "origin"
  | "cross_origin"
  | "authenticator_data"
  | "rp_id"
  | "user_present"
  | "user_verified"
  | "credential"
  | "signature";

/** What counsel's key signs: the whole decision and the request it belongs to. */
export interface DecisionToSign {
  request_id: string;
  decision: string;
  decision_comment: string | null;
  document: string | null;
  rule_version_hash: string;
  counsel_id: string;
  nonce: string;
}

/** The challenge of a decision: SHA-256 over its RFC 8785 text, as base64url. */
export const challengeOf = (decision: DecisionToSign): string =>
  Buffer.from(
    canonicalHash({
      request_id: decision.request_id,
      decision: decision.decision,
      decision_comment: decision.decision_comment,
      document: decision.document,
      rule_version_hash: decision.rule_version_hash,
      counsel_id: decision.counsel_id,
      nonce: decision.nonce,
    }),
    "hex",
  ).toString("base64url");

/** The challenge of an enrolment, as base64url; unique per invitation. */
export const enrolmentChallenge = (invitation: {
  counsel_id: string;
  token_hash: string;
}): string =>
  Buffer.from(
    canonicalHash({
      purpose: "counsel_key_enrolment",
      counsel_id: invitation.counsel_id,
      invitation: invitation.token_hash,
    }),
    "hex",
  ).toString("base64url");

interface Ceremony {
  type: "webauthn.create" | "webauthn.get";
  /** base64url. */
  challenge: string;
  rpId: string;
  /** The page's origin, byte for byte; null: any origin on the RP's own host. */
  origin: string | null;
}

const decode = (text: string): Buffer => Buffer.from(text, "base64url");

interface ClientData {
  type?: unknown;
  challenge?: unknown;
  origin?: unknown;
  crossOrigin?: unknown;
  topOrigin?: unknown;
}

function clientDataIn(text: string): ClientData | null {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(decode(text)));
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED_DATA = 0x40;
const SHORTEST_AUTHENTICATOR_DATA = 37;

/** What is wrong with the client data and the authenticator data of a ceremony. */
function ceremonyFaults(
  said: { client_data_json: string; authenticator_data: string },
  expected: Ceremony,
): AssertionFault[] {
  const client = clientDataIn(said.client_data_json);
  const data = decode(said.authenticator_data);
  const flags = data[32] ?? 0;
  const isWhole = data.length >= SHORTEST_AUTHENTICATOR_DATA;
  const rpHash = createHash("sha256").update(expected.rpId).digest();
  return [
    ...when(client === null, "client_data"),
    ...when(client !== null && client.type !== expected.type, "type"),
    ...when(client !== null && client.challenge !== expected.challenge, "challenge"),
    ...when(client !== null && !isOrigin(client.origin, expected), "origin"),
    ...when(client?.crossOrigin === true || client?.topOrigin !== undefined, "cross_origin"),
    ...when(!isWhole, "authenticator_data"),
    ...when(isWhole && !timingSafeEqual(data.subarray(0, 32), rpHash), "rp_id"),
    ...when(isWhole && (flags & USER_PRESENT) === 0, "user_present"),
    ...when(isWhole && (flags & USER_VERIFIED) === 0, "user_verified"),
  ];
}

const when = (applies: boolean, fault: AssertionFault): AssertionFault[] =>
  applies ? [fault] : [];

/**
 * Whether it is the expected origin or, if only the RP is known, one that a browser accepts for it.
 */
function isOrigin(origin: unknown, { origin: expected, rpId }: Ceremony): boolean {
  if (typeof origin !== "string") return false;
  if (expected !== null) return origin === expected;
  const url = URL.parse(origin);
  return (
    url !== null &&
    url.origin === origin &&
    url.hostname === rpId &&
    (url.protocol === "https:" || rpId === "localhost")
  );
}

/** Everything that is wrong with an assertion; empty when counsel's key signed the challenge. */
export function faultsOfAssertion(
  assertion: Assertion,
  key: { credential_id: string; public_key_spki: string },
  expected: Omit<Ceremony, "type">,
): AssertionFault[] {
  return [
    ...ceremonyFaults(assertion, { ...expected, type: "webauthn.get" }),
    ...when(assertion.credential_id !== key.credential_id, "credential"),
    ...when(!isSigned(assertion, key.public_key_spki), "signature"),
  ];
}

const digests: Record<KeyAlgorithm, string | null> = {
  ES256: "sha256",
  RS256: "sha256",
  EdDSA: null,
};

function isSigned(assertion: Assertion, spki: string): boolean {
  const found = publicKeyOf(decode(spki));
  if (found === null) return false;
  const signed = Buffer.concat([
    decode(assertion.authenticator_data),
    createHash("sha256").update(decode(assertion.client_data_json)).digest(),
  ]);
  try {
    return verify(digests[found.algorithm], signed, found.key, decode(assertion.signature));
  } catch {
    return false;
  }
}

/** What is wrong with a key that the browser claims to have created; same paths as an assertion. */
export function faultsOfNewKey(given: NewKey, expected: Omit<Ceremony, "type">): AssertionFault[] {
  const data = decode(given.authenticator_data);
  const id = decode(given.credential_id);
  const names = data.length >= 55 && ((data[32] ?? 0) & ATTESTED_DATA) !== 0;
  const namesIt =
    names && data.readUInt16BE(53) === id.length && data.subarray(55, 55 + id.length).equals(id);
  return [
    ...ceremonyFaults(given, { ...expected, type: "webauthn.create" }),
    ...when(!namesIt, "credential"),
    ...when(publicKeyOf(decode(given.public_key_spki)) === null, "signature"),
  ];
}
