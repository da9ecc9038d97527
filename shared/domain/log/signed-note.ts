import { base64, concat, hex, u64, unbase64, unhex, utf8 } from "#shared/domain/bytes.ts";
import {
  COSIGNATURE,
  ED25519,
  ML_DSA_44,
  signatureBytesOf,
  type Verdict,
  type VerifierKey,
  verifyBytes,
} from "./verifier-key.ts";

/*
 * C2SP signed notes and tlog checkpoints. A note is text in which every line ends with a newline, then
 * a blank line, then one line per signature, `— <key name> <base64(4-byte key id ‖ signature)>`.
 */

interface Signature {
  name: string;
  id: string;
  bytes: Uint8Array;
}

export interface Note {
  /** The signed text, including its final newline. */
  text: string;
  signatures: readonly Signature[];
}

export const signatureLine = ({ name, id }: VerifierKey, signature: Uint8Array): string =>
  `— ${name} ${base64(concat(unhex(id) ?? new Uint8Array(), signature))}\n`;

/**
 * Whether a text that ends with a note has a signature line of this key; verifies nothing.
 * @param verifierKey its text
 */
export function hasLineBy(text: string, verifierKey: string): boolean {
  const [name, id = ""] = verifierKey.split("+");
  // The first five characters of a line's base64 hold 30 of the 32 bits of the key's id.
  return text.includes(`\n— ${name} ${base64(unhex(id) ?? new Uint8Array()).slice(0, 5)}`);
}

/** A note with its signature lines. */
export const signedNote = (text: string, lines: readonly string[]): string =>
  `${text}\n${lines.join("")}`;

const LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;
const MAX_SIGNATURES = 64;

/** Parses a note without verifying it; null if it is not one. */
export function parseNote(note: string): Note | null {
  const end = note.lastIndexOf("\n\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note has none but newlines
  if (end < 0 || !note.endsWith("\n") || /[\u0000-\u0009\u000b-\u001f\u007f]/.test(note))
    return null;
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) return null;
  const signatures: Signature[] = [];
  for (const line of lines) {
    const [, name = "", data = ""] = LINE.exec(line) ?? [];
    const bytes = unbase64(data);
    if (name === "" || bytes === null || bytes.length < 5) return null;
    signatures.push({ name, id: hex(bytes.slice(0, 4)), bytes: bytes.slice(4) });
  }
  return { text: note.slice(0, end + 1), signatures };
}

/** The checkpoint in a note, without verifying it; null if the note contains none. */
export function checkpointIn(text: string): Checkpoint | null {
  const note = parseNote(text);
  return note && parseCheckpoint(note.text);
}

/**
 * The note with only the log's own signatures. This is what gets anchored, because cosignatures
 * are added later.
 */
export function ownNote(note: string): string {
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  const origin = text.split("\n")[0] ?? "";
  const lines = note.slice(end + 2).split("\n");
  const own = lines.filter((line) => line.startsWith(`— ${origin} `));
  return signedNote(
    text,
    own.map((line) => `${line}\n`),
  );
}

/**
 * Verifies this key's signatures on the note. `unsigned`: it has none; `unsupported`: this platform
 * cannot tell. An ML-DSA-44 key signs the fields of a checkpoint (C2SP tlog-cosignature), and any
 * other text as it stands.
 */
export async function verifyNote(note: Note, key: VerifierKey): Promise<Verdict | "unsigned"> {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
  if (own.length === 0) return "unsigned";
  const verdicts = await Promise.all(own.map(({ bytes }) => verifySignature(key, note, bytes)));
  return verdicts.find((verdict) => verdict !== "valid") ?? "valid";
}

async function verifySignature(
  key: VerifierKey,
  { text }: Note,
  bytes: Uint8Array,
): Promise<Verdict> {
  if (key.kind === ED25519) return verifyBytes(key, utf8(text), bytes);
  if (bytes.length !== 8 + signatureBytesOf(key)) return "invalid";
  const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  const message = messageOf(key, text, seconds);
  return message === null ? "invalid" : verifyBytes(key, message, bytes.slice(8));
}

/**
 * The bytes that a key of this kind signs for a note; the signature carries `seconds` (0: no time).
 * @returns null if this kind of key cannot sign that text
 */
export function messageOf(
  { kind, name }: Pick<VerifierKey, "kind" | "name">,
  text: string,
  seconds: bigint,
): Uint8Array | null {
  if (kind === ED25519) return utf8(text);
  if (kind === COSIGNATURE) return utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
  const checkpoint = kind === ML_DSA_44 ? parseCheckpoint(text) : null;
  if (checkpoint !== null) return checkpointMessage(name, checkpoint, seconds);
  return kind === ML_DSA_44 && text.startsWith(KEY_CHANGE) ? utf8(text) : null;
}

/** The first line of a change of the log's keys; see key-change.ts. */
export const KEY_CHANGE = "countersign log keys\n";

/** `cosigned_message` of C2SP tlog-cosignature, for the whole tree. */
function checkpointMessage(
  name: string,
  { origin, size, root }: Checkpoint,
  seconds: bigint,
): Uint8Array | null {
  const [cosigner, log] = [utf8(name), utf8(origin)];
  if (cosigner.length > 255 || log.length > 255) return null;
  return concat(
    utf8("subtree/v1\n\0"),
    Uint8Array.of(cosigner.length),
    cosigner,
    u64(seconds),
    Uint8Array.of(log.length),
    log,
    u64(0),
    u64(size),
    root,
  );
}

/** The bytes of a signature line after the key id. Signatures with a time begin with it. */
export const timedSignature = (
  { kind }: Pick<VerifierKey, "kind">,
  signature: Uint8Array,
  seconds: bigint,
): Uint8Array => (kind === ED25519 ? signature : concat(u64(seconds), signature));

export interface Checkpoint {
  origin: string;
  size: number;
  root: Uint8Array;
}

/** Origin, tree size and root, one per line. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64(root)}\n`;

/**
 * Parses a checkpoint's text; null if it is not one. Lines after the third are extensions and
 * ignored.
 */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = "", size = "", root = ""] = text.split("\n");
  const bytes = unbase64(root);
  if (origin === "" || !/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size))) {
    return null;
  }
  return bytes?.length === 32 ? { origin, size: Number(size), root: bytes } : null;
}
