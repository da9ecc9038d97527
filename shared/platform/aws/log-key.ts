import { CreateKeyCommand, GetPublicKeyCommand, KMSClient, SignCommand } from "@aws-sdk/client-kms";
import { ED25519, ML_DSA_44 } from "#shared/domain/log/verifier-key.ts";
import { requiredSetting } from "#shared/platform/settings.ts";
import { awsClientSettings } from "./aws-client.ts";

/*
 * The evidence log's signing keys in AWS KMS, from which no private key can be exported: an Ed25519
 * and an ML-DSA-44 key, which sign together.
 */

const client = new KMSClient(awsClientSettings("KMS"));

/** What KMS calls the algorithm of a kind of verifier key. */
const algorithms = {
  [ED25519]: { KeySpec: "ECC_NIST_EDWARDS25519", SigningAlgorithm: "ED25519_SHA_512" },
  [ML_DSA_44]: { KeySpec: "ML_DSA_44", SigningAlgorithm: "ML_DSA_SHAKE_256" },
} as const;

/** The kinds of the log's keys, in the order in which they stand in a set. */
export const LOG_KEY_KINDS = [ED25519, ML_DSA_44] as const;
type LogKeyKind = (typeof LOG_KEY_KINDS)[number];

/** The log's first keys, created by the stack: Ed25519, ML-DSA-44. */
export const firstLogKeyArns = (): readonly [string, string] => [
  requiredSetting("EVIDENCE_LOG_KEY_ARN"),
  requiredSetting("EVIDENCE_LOG_ML_DSA_KEY_ARN"),
];

/** Signs a message of at most 4,096 bytes. */
export async function signWithLogKey(
  keyArn: string,
  kind: LogKeyKind,
  message: Uint8Array,
): Promise<Uint8Array> {
  const { SigningAlgorithm } = algorithms[kind];
  const { Signature } = await client.send(
    new SignCommand({ KeyId: keyArn, Message: message, MessageType: "RAW", SigningAlgorithm }),
  );
  if (Signature === undefined) throw new Error("The key service answered without a signature.");
  return Signature;
}

/** The public half, as DER of a SubjectPublicKeyInfo. */
export async function logPublicKey(keyArn: string): Promise<Uint8Array> {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyArn }));
  if (PublicKey === undefined) throw new Error("The key service answered without a key.");
  return PublicKey;
}

/** Creates another key. @returns its ARN */
export async function createLogKey(kind: LogKeyKind): Promise<string> {
  const { KeyMetadata } = await client.send(
    new CreateKeyCommand({
      Description: "Countersign: evidence log",
      KeySpec: algorithms[kind].KeySpec,
      KeyUsage: "SIGN_VERIFY",
      Tags: [
        { TagKey: "countersign-evidence-log", TagValue: requiredSetting("EVIDENCE_LOG_KEY_TAG") },
      ],
    }),
  );
  if (KeyMetadata?.Arn === undefined) throw new Error("The key service answered without an ARN.");
  return KeyMetadata.Arn;
}
