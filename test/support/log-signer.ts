import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type KeyChange, type KeySet, keyChangeText } from "#shared/domain/log/key-change.ts";
import {
  type Checkpoint,
  checkpointText,
  messageOf,
  signatureLine,
  signedNote,
  timedSignature,
} from "#shared/domain/log/signed-note.ts";
import {
  COSIGNATURE,
  ED25519,
  ML_DSA_44,
  rawPublicKey,
  rowsKeyName,
  type VerifierKey,
  verifierKey,
} from "#shared/domain/log/verifier-key.ts";

/** A software key with its private half, for tests. */
export interface TestKey {
  key: VerifierKey;
  privateKey: KeyObject;
  /** The signature line over a note's text. @param seconds only for cosignatures */
  line(text: string, seconds?: bigint): string;
}

export function testKey(name: string, kind: number): TestKey {
  const { publicKey, privateKey } =
    kind === ML_DSA_44 ? generateKeyPairSync("ml-dsa-44") : generateKeyPairSync("ed25519");
  const spki = publicKey.export({ format: "der", type: "spki" });
  const key = verifierKey(name, rawPublicKey(spki, kind), kind);
  const line = (text: string, seconds = 0n): string => {
    const message = messageOf(key, text, seconds);
    if (message === null) throw new TypeError("This key does not sign such a text.");
    return signatureLine(key, timedSignature(key, sign(null, message, privateKey), seconds));
  };
  return { key, privateKey, line };
}

export const testWitness = (name: string): TestKey => testKey(name, COSIGNATURE);

/** The keys of a log that exists only in a test. */
export interface TestLogKeys {
  keys: KeySet;
  rows: TestKey;
  /** The signed note that names these keys as the log's first. */
  first(): string;
  checkpoint(tree: Omit<Checkpoint, "origin">): string;
  /** The signed change from these keys to the keys of `after`. */
  changeTo(after: TestLogKeys, size: number): string;
  /** The signed change from the rows key of these keys to the rows key of `after`. */
  changeRowsTo(after: TestLogKeys, size: number, emergency?: boolean): string;
  lines(text: string): string[];
}

export function testLogKeys(origin: string): TestLogKeys {
  const pair = [testKey(origin, ED25519), testKey(origin, ML_DSA_44)] as const;
  const keys = [pair[0].key, pair[1].key] as const;
  const rows = testKey(rowsKeyName(origin), ED25519);
  const lines = (text: string) => pair.map((one) => one.line(text));
  const noted = (change: KeyChange, more: (text: string) => string[] = () => []) => {
    const text = keyChangeText(change);
    return signedNote(text, [...lines(text), ...more(text)]);
  };
  return {
    keys,
    rows,
    lines,
    first: () => noted({ origin, size: 0, role: "first", log: keys, rows: rows.key }),
    checkpoint: (tree) => {
      const text = checkpointText({ origin, ...tree });
      return signedNote(text, lines(text));
    },
    changeTo: (after, size) =>
      noted({ origin, size, role: "log", before: keys, after: after.keys }, after.lines),
    changeRowsTo: (after, size, emergency = false) =>
      noted({ origin, size, role: "rows", before: rows.key, after: after.rows.key, emergency }),
  };
}
