import { CreateKeyCommand, GetPublicKeyCommand, KMSClient, SignCommand } from "@aws-sdk/client-kms";
import { DomainError } from "#shared/domain/errors.ts";
import { ED25519, ML_DSA_44, rawPublicKey } from "#shared/domain/log/verifier-key.ts";
import { log } from "#shared/platform/log.ts";
import { requiredSetting } from "#shared/platform/settings.ts";
import { awsClientSettings } from "./aws-client.ts";

/*
 * Signing keys in AWS KMS, from which no private key can be exported. Each has one purpose, whose tag
 * says which functions may sign with it.
 */

const client = new KMSClient(awsClientSettings("KMS"));

/** The name that KMS gives to the algorithm of each kind of verifier key. */
const algorithms = {
  [ED25519]: { KeySpec: "ECC_NIST_EDWARDS25519", SigningAlgorithm: "ED25519_SHA_512" },
  [ML_DSA_44]: { KeySpec: "ML_DSA_44", SigningAlgorithm: "ML_DSA_SHAKE_256" },
} as const;
type SigningKeyKind = keyof typeof algorithms;

/** The kinds of the log's keys, in the order in which they stand in a set. */
export const LOG_KEY_KINDS = [ED25519, ML_DSA_44] as const;

/** `log`: the evidence log; `rows`: certificates of writers; `clearance`: clearance statements. */
type KeyPurpose = "log" | "rows" | "clearance";

const made = {
  log: { what: "evidence log", tag: "countersign-evidence-log", stage: "EVIDENCE_LOG_KEY_TAG" },
  rows: {
    what: "writers of logged rows",
    tag: "countersign-evidence-rows",
    stage: "EVIDENCE_ROWS_KEY_TAG",
  },
  clearance: {
    what: "clearance statements",
    tag: "countersign-clearance",
    stage: "CLEARANCE_KEY_TAG",
  },
} as const satisfies Record<KeyPurpose, object>;

/** The log's first keys, created by the stack: Ed25519, ML-DSA-44. */
export const firstLogKeyArns = (): readonly [string, string] => [
  requiredSetting("EVIDENCE_LOG_KEY_ARN"),
  requiredSetting("EVIDENCE_LOG_ML_DSA_KEY_ARN"),
];

/** The first key of writers' certificates, created by the stack. */
export const firstRowsKeyArn = (): string => requiredSetting("EVIDENCE_ROWS_KEY_ARN");

/** The first key of clearance statements, created by the stack. */
export const firstClearanceKeyArn = (): string => requiredSetting("CLEARANCE_KEY_ARN");

/** Signs a message of at most 4,096 bytes. */
export async function signWithKey(
  keyArn: string,
  kind: SigningKeyKind,
  message: Uint8Array,
): Promise<Uint8Array> {
  const { SigningAlgorithm } = algorithms[kind];
  const { Signature } = await client.send(
    new SignCommand({ KeyId: keyArn, Message: message, MessageType: "RAW", SigningAlgorithm }),
  );
  if (Signature === undefined) throw new Error("The key service answered without a signature.");
  return Signature;
}

/** The bytes of the public half. @throws TypeError for a key of another kind */
export async function publicKeyOf(keyArn: string, kind: SigningKeyKind): Promise<Uint8Array> {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyArn }));
  if (PublicKey === undefined) throw new Error("The key service answered without a key.");
  return rawPublicKey(PublicKey, kind);
}

/** Keys that this instance created and could not use yet. */
const waiting = new Map<KeyPurpose, readonly string[]>();

/**
 * Creates another key of each kind, and reads what the caller needs of them. The key service may refuse
 * that for up to five minutes, until the tag of a new key counts. The next call of this instance then
 * goes on with the same keys.
 * @param read reads the new keys, given their ARNs
 * @throws DomainError `dependency_unavailable` while the keys cannot be read
 */
export async function newKeys<T>(
  purpose: KeyPurpose,
  kinds: readonly SigningKeyKind[],
  read: (arns: readonly string[]) => Promise<T>,
): Promise<T> {
  const arns = waiting.get(purpose) ?? (await createKeys(purpose, kinds));
  waiting.set(purpose, arns);
  try {
    const keys = await read(arns);
    waiting.delete(purpose);
    return keys;
  } catch (cause) {
    throw new DomainError(
      "dependency_unavailable",
      "The new key cannot be used yet, and nothing was changed. This may take five minutes: please try again in a minute.",
      { retryAfter: 60, cause },
    );
  }
}

async function createKeys(
  purpose: KeyPurpose,
  kinds: readonly SigningKeyKind[],
): Promise<readonly string[]> {
  const key_arns = await Promise.all(kinds.map((kind) => createKey(purpose, kind)));
  // A crash after this leaves unused keys; their ARNs are in the log line.
  log("info", "signing_keys.created", { purpose, key_arns });
  return key_arns;
}

async function createKey(purpose: KeyPurpose, kind: SigningKeyKind): Promise<string> {
  const { what, tag, stage } = made[purpose];
  const { KeyMetadata } = await client.send(
    new CreateKeyCommand({
      Description: `Countersign: ${what}`,
      KeySpec: algorithms[kind].KeySpec,
      KeyUsage: "SIGN_VERIFY",
      Tags: [{ TagKey: tag, TagValue: requiredSetting(stage) }],
    }),
  );
  if (KeyMetadata?.Arn === undefined) throw new Error("The key service answered without an ARN.");
  return KeyMetadata.Arn;
}
