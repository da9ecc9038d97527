import { base64url, concat, sameBytes, unbase64url, utf8 } from "#shared/domain/bytes.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";
import { oddMember } from "#shared/domain/odd-member.ts";
import { parseBounded } from "#shared/domain/text/text.ts";
import type { Assertion } from "./assertion-form.ts";
import { extensionsEnd } from "./cbor.ts";
import { publicKeyOf } from "./counsel-key.ts";

/*
 * WebAuthn level 3, section 7.2: whether counsel's own key signed exactly this decision. One module
 * for the service, the offline verifier and the pages.
 */

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

/** What counsel's key signs: the whole decision, its texts as commitments, and the request. */
export interface DecisionToSign {
  request_id: string;
  decision: string;
  decision_comment: object | string | null;
  document: string | null;
  rule_version_hash: string;
  counsel_id: string;
  nonce: string;
  /** As sent; null: the decision has no verdicts on single rules, so neither does the challenge. */
  rule_verdicts?: readonly object[] | null;
}

/** SHA-256 over the RFC 8785 text of what a challenge stands for, as base64url. */
const challengeFor = (what: object): string => base64url(sha256(utf8(canonicalJson(what))));

/** The challenge of a decision. */
export const challengeOf = (decision: DecisionToSign): string =>
  challengeFor({
    request_id: decision.request_id,
    decision: decision.decision,
    decision_comment: decision.decision_comment,
    document: decision.document,
    rule_version_hash: decision.rule_version_hash,
    counsel_id: decision.counsel_id,
    nonce: decision.nonce,
    ...((decision.rule_verdicts ?? null) === null ? {} : { rule_verdicts: decision.rule_verdicts }),
  });

/** The challenge of a delegation: counsel's own key signs to whom the request is passed on. */
export const delegationChallenge = (delegation: {
  request_id: string;
  delegate_email: string;
  nonce: string;
}): string => challengeFor(delegation);

interface Invited {
  counsel_id: string;
  token_hash: string;
}

/** The challenge under which a key is created; unique per invitation. */
export const enrolmentChallenge = ({ counsel_id, token_hash }: Invited): string =>
  challengeFor({ purpose: "counsel_key_enrolment", counsel_id, invitation: token_hash });

/** The challenge of the new key's first signature. */
export const possessionChallenge = ({ counsel_id, token_hash }: Invited): string =>
  challengeFor({ purpose: "counsel_key_possession", counsel_id, invitation: token_hash });

interface Expected {
  /** base64url. */
  challenge: string;
  rpId: string;
  /** The page's origin, byte for byte; null: any origin on the RP's own host. */
  origin: string | null;
}

const strictly = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const NOT_UTF8 = Uint8Array.of(0xff);

/** The client data, if it is one JSON object in UTF-8 without BOM and without duplicate members. */
export function clientDataIn(encoded: string): Readonly<Record<string, unknown>> | null {
  try {
    const text = strictly.decode(unbase64url(encoded) ?? NOT_UTF8);
    const value = parseBounded(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && oddMember(text) === null ? { ...value } : null;
  } catch {
    return null;
  }
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const ATTESTED_DATA = 0x40;
const EXTENSIONS = 0x80;
const HEADER_BYTES = 37;

/** Whether the authenticator data contains exactly what its flags announce. */
function isWhole(data: Uint8Array): boolean {
  if (data.length < HEADER_BYTES) return false;
  const flags = data[32] as number;
  // Attested data belongs to a key's creation. A key that cannot be backed up cannot have a backup.
  if ((flags & ATTESTED_DATA) !== 0) return false;
  if ((flags & BACKED_UP) !== 0 && (flags & BACKUP_ELIGIBLE) === 0) return false;
  const end = (flags & EXTENSIONS) === 0 ? HEADER_BYTES : extensionsEnd(data, HEADER_BYTES);
  return end === data.length;
}

/** Whether it is the expected origin or, if only the RP is known, one that a browser accepts for it. */
function isOrigin(origin: unknown, { origin: expected, rpId }: Expected): boolean {
  if (typeof origin !== "string") return false;
  if (expected !== null) return origin === expected;
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return (
    url !== null &&
    url.origin === origin &&
    url.hostname === rpId &&
    (url.protocol === "https:" || rpId === "localhost")
  );
}

const tokenBindings: readonly unknown[] = ["present", "supported", "notSupported"];

const isBinding = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === "object" &&
    value !== null &&
    tokenBindings.includes((value as { status?: unknown }).status));

/** Everything that is wrong with an assertion; empty when the key signed the challenge. */
export async function faultsOfAssertion(
  assertion: Assertion,
  key: { credential_id: string; public_key_spki: string },
  expected: Expected,
): Promise<AssertionFault[]> {
  const client = clientDataIn(assertion.client_data_json);
  const data = unbase64url(assertion.authenticator_data) ?? new Uint8Array(0);
  const whole = isWhole(data);
  const flags = data[32] ?? 0;
  const rpHash = sha256(utf8(expected.rpId));
  const crosses =
    client !== null &&
    ((client.crossOrigin !== undefined && client.crossOrigin !== false) ||
      client.topOrigin !== undefined);
  const found: [boolean, AssertionFault][] = [
    [client === null || !isBinding(client.tokenBinding), "client_data"],
    [client !== null && client.type !== "webauthn.get", "type"],
    [client !== null && client.challenge !== expected.challenge, "challenge"],
    [client !== null && !isOrigin(client.origin, expected), "origin"],
    [crosses, "cross_origin"],
    [!whole, "authenticator_data"],
    [whole && !sameBytes(data.subarray(0, 32), rpHash), "rp_id"],
    [whole && (flags & USER_PRESENT) === 0, "user_present"],
    [whole && (flags & USER_VERIFIED) === 0, "user_verified"],
    [assertion.credential_id !== key.credential_id, "credential"],
    [!(await isSigned(assertion, key.public_key_spki)), "signature"],
  ];
  return found.filter(([applies]) => applies).map(([, fault]) => fault);
}

async function isSigned(assertion: Assertion, spki: string): Promise<boolean> {
  const key = await publicKeyOf(unbase64url(spki) ?? new Uint8Array(0));
  const data = unbase64url(assertion.authenticator_data);
  const client = unbase64url(assertion.client_data_json);
  const signature = unbase64url(assertion.signature);
  if (key === null || data === null || client === null || signature === null) return false;
  return key.verifies(signature, concat(data, sha256(client)));
}
