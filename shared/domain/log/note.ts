import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

/*
 * C2SP signed notes and tlog checkpoints: text in which every line ends with a newline, a blank
 * line, then one line per signature, `— <key name> <base64(4-byte key id ‖ signature)>`.
 */

/** Signature types: the first byte of a verifier key's data. */
const ED25519 = 0x01;
export const COSIGNATURE = 0x04;

const ED25519_BYTES = 32;
/** The DER prefix of an Ed25519 SubjectPublicKeyInfo; the 32 bytes of the key follow. */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

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
  createHash("sha256")
    .update(name)
    .update(Uint8Array.of(0x0a, kind))
    .update(publicKey)
    .digest("hex")
    .slice(0, 8);

/** `<name>+<key id>+<base64(kind ‖ public key)>`. */
export const verifierKeyText = ({ name, id, kind, publicKey }: VerifierKey): string =>
  `${name}+${id}+${Buffer.concat([Uint8Array.of(kind), publicKey]).toString("base64")}`;

export const verifierKey = (
  name: string,
  publicKey: Uint8Array,
  kind: number = ED25519,
): VerifierKey => ({ name, id: keyIdOf(name, kind, publicKey), kind, publicKey });

/** Parses a verifier key; null if the text is not one or its id does not match the key. */
export function parseVerifierKey(text: string): VerifierKey | null {
  const [, name = "", id = "", data = ""] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(data, "base64");
  const kind = bytes[0] ?? 0;
  const publicKey = bytes.subarray(1);
  if (kind !== ED25519 && kind !== COSIGNATURE) return null;
  if (publicKey.length !== ED25519_BYTES || keyIdOf(name, kind, publicKey) !== id) return null;
  return { name, id, kind, publicKey };
}

/**
 * Extracts the 32 bytes of an Ed25519 key from a SubjectPublicKeyInfo, as a key service returns it.
 */
export function rawPublicKey(spki: Uint8Array): Uint8Array {
  const prefix = Buffer.from(spki.subarray(0, SPKI_PREFIX.length));
  if (!prefix.equals(SPKI_PREFIX) || spki.length !== SPKI_PREFIX.length + ED25519_BYTES) {
    throw new TypeError("The log's key must be an Ed25519 key.");
  }
  return spki.subarray(SPKI_PREFIX.length);
}

const keyObject = ({ publicKey }: VerifierKey): KeyObject =>
  createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, publicKey]),
    format: "der",
    type: "spki",
  });

/** Whether this key made the Ed25519 signature over exactly these bytes. */
export const verifiesBytes = (
  key: VerifierKey,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean => verify(null, bytes, keyObject(key), signature);

interface Signature {
  name: string;
  id: string;
  bytes: Uint8Array;
}

export interface Note {
  /** The signed text, including its final newline. */
  text: string;
  signatures: Signature[];
}

export const signatureLine = (name: string, keyId: string, signature: Uint8Array): string =>
  `— ${name} ${Buffer.concat([Buffer.from(keyId, "hex"), signature]).toString("base64")}\n`;

/** A note with its signature lines. */
export const signedNote = (text: string, lines: readonly string[]): string =>
  `${text}\n${lines.join("")}`;

const LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;
const MOST_SIGNATURES = 64;

/** Parses a note without verifying it; null if it is not one. */
export function parseNote(note: string): Note | null {
  const end = note.lastIndexOf("\n\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note has none but newlines
  if (end < 0 || !note.endsWith("\n") || /[\u0000-\u0009\u000b-\u001f\u007f]/.test(note))
    return null;
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > MOST_SIGNATURES) return null;
  const signatures: Signature[] = [];
  for (const line of lines) {
    const [, name = "", data = ""] = LINE.exec(line) ?? [];
    const bytes = Buffer.from(data, "base64");
    if (name === "" || bytes.length < 5) return null;
    signatures.push({ name, id: bytes.subarray(0, 4).toString("hex"), bytes: bytes.subarray(4) });
  }
  return { text: note.slice(0, end + 1), signatures };
}

/**
 * The note with only the log's own signatures. This is what gets time-stamped, because cosignatures
 * may still be added.
 */
export function ownNote(note: string): string {
  const text = parseNote(note)?.text ?? note;
  const origin = text.split("\n")[0] ?? "";
  const lines = note.slice(text.length + 1).split("\n");
  const own = lines.filter((line) => line.startsWith(`— ${origin} `));
  return signedNote(
    text,
    own.map((line) => `${line}\n`),
  );
}

/** Verifies this key's signature on the note. `unsigned`: the note has none by this key. */
export function verifyNote(note: Note, key: VerifierKey): "valid" | "invalid" | "unsigned" {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
  if (own.length === 0) return "unsigned";
  const isValid = own.every(({ bytes }) => verifiesSignature(key, note.text, bytes));
  return isValid ? "valid" : "invalid";
}

function verifiesSignature(key: VerifierKey, text: string, bytes: Uint8Array): boolean {
  if (key.kind === ED25519) return verifiesBytes(key, Buffer.from(text), bytes);
  const timestamp = Buffer.from(bytes.subarray(0, 8));
  if (timestamp.length < 8) return false;
  const signed = cosignedText(text, timestamp.readBigUInt64BE());
  return verifiesBytes(key, Buffer.from(signed), bytes.subarray(8));
}

/** What a witness signs (C2SP tlog-cosignature, kind 0x04). */
export const cosignedText = (text: string, seconds: bigint): string =>
  `cosignature/v1\ntime ${seconds}\n${text}`;

export interface Checkpoint {
  origin: string;
  size: number;
  root: Uint8Array;
}

/** Origin, tree size and root, one per line. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;

/**
 * Parses a checkpoint's text; null if it is not one. Lines after the third are extensions and
 * ignored.
 */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = "", size = "", root = ""] = text.split("\n");
  const bytes = Buffer.from(root, "base64");
  if (origin === "" || !/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size))) {
    return null;
  }
  if (bytes.length !== 32 || bytes.toString("base64") !== root) return null;
  return { origin, size: Number(size), root: bytes };
}
