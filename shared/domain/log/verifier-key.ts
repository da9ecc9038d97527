import { base64, concat, hex, unbase64, utf8 } from "#shared/domain/bytes.ts";
import { sha256 } from "./sha256.ts";

/*
 * C2SP verifier keys, `<name>+<key id>+<base64(kind ‖ public key)>`, and verifying their signatures
 * over Web Crypto.
 */

/** An Ed25519 signature by a log or on any other note. */
export const ED25519 = 0x01;
/** A witness's Ed25519 cosignature, which carries a time. */
export const COSIGNATURE = 0x04;
/** An ML-DSA-44 signature by a log or a witness. */
export const ML_DSA_44 = 0x06;

/** The name of the key that signs certificates of writers. */
export const rowsKeyName = (origin: string): string => `${origin}/rows`;

interface Kind {
  algorithm: "Ed25519" | "ML-DSA-44";
  keyBytes: number;
  signatureBytes: number;
  /** The bytes before the key in its SubjectPublicKeyInfo. */
  spkiPrefix: string;
}

const ed25519: Kind = {
  algorithm: "Ed25519",
  keyBytes: 32,
  signatureBytes: 64,
  spkiPrefix: "302a300506032b6570032100",
};

const kinds: ReadonlyMap<number, Kind> = new Map([
  [ED25519, ed25519],
  [COSIGNATURE, ed25519],
  [
    ML_DSA_44,
    {
      algorithm: "ML-DSA-44",
      keyBytes: 1312,
      signatureBytes: 2420,
      spkiPrefix: "30820532300b06096086480165030403110382052100",
    },
  ],
]);

const kindOf = (kind: number): Kind => {
  const known = kinds.get(kind);
  if (known === undefined) throw new TypeError(`Keys of kind ${kind} are unknown.`);
  return known;
};

/** A public key for verifying notes. */
export interface VerifierKey {
  name: string;
  /** Eight hex digits. */
  id: string;
  kind: number;
  publicKey: Uint8Array;
}

/** The first four bytes of SHA-256 over name, newline, kind and public key, in hex. */
const keyIdOf = (name: string, kind: number, publicKey: Uint8Array): string =>
  hex(sha256(utf8(name), Uint8Array.of(0x0a, kind), publicKey)).slice(0, 8);

export const verifierKey = (name: string, publicKey: Uint8Array, kind: number): VerifierKey => ({
  name,
  id: keyIdOf(name, kind, publicKey),
  kind,
  publicKey,
});

export const verifierKeyText = ({ name, id, kind, publicKey }: VerifierKey): string =>
  `${name}+${id}+${base64(concat(Uint8Array.of(kind), publicKey))}`;

/** Parses a verifier key; null if the text is not one or its id does not match the key. */
export function parseVerifierKey(text: string): VerifierKey | null {
  const [, name = "", id = "", data = ""] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = unbase64(data);
  const kind = bytes?.[0] ?? 0;
  const publicKey = bytes?.slice(1) ?? new Uint8Array();
  if (kinds.get(kind)?.keyBytes !== publicKey.length) return null;
  return keyIdOf(name, kind, publicKey) === id ? { name, id, kind, publicKey } : null;
}

export const sameKey = (a: VerifierKey, b: VerifierKey): boolean =>
  verifierKeyText(a) === verifierKeyText(b);

/** The fingerprint that people compare: hex SHA-256 of the verifier key's text. */
export const fingerprintOf = (key: VerifierKey): string => hex(sha256(utf8(verifierKeyText(key))));

/**
 * The public key in a SubjectPublicKeyInfo, as a key service returns it.
 * @throws TypeError if it is of another algorithm
 */
export function rawPublicKey(spki: Uint8Array, kind: number): Uint8Array {
  const { algorithm, spkiPrefix, keyBytes } = kindOf(kind);
  const start = spkiPrefix.length / 2;
  if (hex(spki.subarray(0, start)) !== spkiPrefix || spki.length !== start + keyBytes) {
    throw new TypeError(`This is not an ${algorithm} key.`);
  }
  return Uint8Array.from(spki.subarray(start));
}

const spkiOf = ({ kind, publicKey }: VerifierKey): Uint8Array =>
  concat(
    Uint8Array.from(kindOf(kind).spkiPrefix.match(/../g) ?? [], (two) => Number.parseInt(two, 16)),
    publicKey,
  );

/** `unsupported`: this platform does not have the algorithm, as Node 20 lacks ML-DSA. */
export type Verdict = "valid" | "invalid" | "unsupported";

export const signatureBytesOf = ({ kind }: VerifierKey): number => kindOf(kind).signatureBytes;

/** Whether this key made the signature over exactly these bytes. */
export async function verifyBytes(
  key: VerifierKey,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<Verdict> {
  const { algorithm } = kindOf(key.kind);
  const { subtle } = globalThis.crypto;
  try {
    const usable = await subtle.importKey("spki", asSource(spkiOf(key)), algorithm, false, [
      "verify",
    ]);
    const isValid = await subtle.verify(algorithm, usable, asSource(signature), asSource(bytes));
    return isValid ? "valid" : "invalid";
  } catch (error) {
    return (error as Error).name === "NotSupportedError" ? "unsupported" : "invalid";
  }
}

const asSource = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
