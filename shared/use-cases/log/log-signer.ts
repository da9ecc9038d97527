import type { KeySet } from "#shared/domain/log/key-change.ts";
import {
  messageOf,
  type Note,
  parseNote,
  signatureLine,
  signedNote,
  timedSignature,
  verifyNote,
} from "#shared/domain/log/signed-note.ts";
import {
  ED25519,
  rowsKeyName,
  type VerifierKey,
  verifierKey,
  verifierKeyText,
} from "#shared/domain/log/verifier-key.ts";
import { LOG_KEY_KINDS, publicKeyOf, signWithKey } from "#shared/platform/aws/signing-key.ts";
import type { LogKey, LogKeySet } from "#shared/store/log-keys.ts";

/** The keys that sign together, with their ARNs in the key service. */
export interface Signer {
  keys: KeySet;
  arns: readonly [string, string];
}

/** The signer with these keys, whose public halves come from the key service itself. */
export async function signerOf(origin: string, arns: Signer["arns"]): Promise<Signer> {
  const [first, second] = await Promise.all(
    LOG_KEY_KINDS.map(async (kind, i) =>
      verifierKey(origin, await publicKeyOf(arns[i] as string, kind), kind),
    ),
  );
  if (first === undefined || second === undefined) throw new Error("A key is missing.");
  return { keys: [first, second], arns };
}

/** A signer's keys as they are stored. */
export const keySetOf = ({ keys, arns }: Signer): LogKeySet => [
  { key_arn: arns[0], verifier_key: verifierKeyText(keys[0]) },
  { key_arn: arns[1], verifier_key: verifierKeyText(keys[1]) },
];

/** The key that signs writers' certificates, read from the key service itself. */
export async function rowsKeyOf(
  origin: string,
  key_arn: string,
): Promise<{ key: VerifierKey; stored: LogKey }> {
  const bytes = await publicKeyOf(key_arn, ED25519);
  const key = verifierKey(rowsKeyName(origin), bytes, ED25519);
  return { key, stored: { key_arn, verifier_key: verifierKeyText(key) } };
}

/**
 * Signs a text with every key of each signer.
 * @throws Error if a signature does not verify: the table names another key than the service holds
 */
export async function signText(text: string, signers: readonly Signer[]): Promise<string> {
  const lines = await Promise.all(
    signers.flatMap(({ keys, arns }) =>
      LOG_KEY_KINDS.map(async (kind, i) => {
        const key = keys[i] as KeySet[number];
        const message = messageOf(key, text, 0n);
        if (message === null) throw new Error("The log's keys do not sign such a text.");
        const signature = await signWithKey(arns[i] as string, kind, message);
        return signatureLine(key, timedSignature(key, signature, 0n));
      }),
    ),
  );
  const note = signedNote(text, lines);
  const parsed = parseNote(note);
  const areSigned = await Promise.all(signers.map(({ keys }) => isSignedBy(parsed, keys)));
  if (areSigned.includes(false)) throw new Error("The key service signed with another key.");
  return note;
}

/** Whether every one of the keys has validly signed the note. */
export async function isSignedBy(note: Note | null, keys: KeySet): Promise<boolean> {
  if (note === null) return false;
  const verdicts = await Promise.all(keys.map((key) => verifyNote(note, key)));
  return verdicts.every((verdict) => verdict === "valid");
}
