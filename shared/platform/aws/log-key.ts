import { CreateKeyCommand, GetPublicKeyCommand, KMSClient, SignCommand } from "@aws-sdk/client-kms";
import { requiredSetting } from "#shared/platform/settings.ts";
import { awsClientSettings } from "./aws-client.ts";

/*
 * The evidence log's signing keys: Ed25519 in AWS KMS, from which the private key cannot be
 * exported.
 */

const client = new KMSClient(awsClientSettings("KMS"));

/** The log's first key, created by the stack. */
export const firstLogKeyArn = (): string => requiredSetting("EVIDENCE_LOG_KEY_ARN");

/** Signs a message of at most 4,096 bytes. */
export async function signWithLogKey(keyArn: string, message: Uint8Array): Promise<Uint8Array> {
  const { Signature } = await client.send(
    new SignCommand({
      KeyId: keyArn,
      Message: message,
      MessageType: "RAW",
      SigningAlgorithm: "ED25519_SHA_512",
    }),
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
export async function createLogKey(): Promise<string> {
  const { KeyMetadata } = await client.send(
    new CreateKeyCommand({
      Description: "Countersign: evidence log",
      KeySpec: "ECC_NIST_EDWARDS25519",
      KeyUsage: "SIGN_VERIFY",
      Tags: [
        { TagKey: "countersign-evidence-log", TagValue: requiredSetting("EVIDENCE_LOG_KEY_TAG") },
      ],
    }),
  );
  if (KeyMetadata?.Arn === undefined) throw new Error("The key service answered without an ARN.");
  return KeyMetadata.Arn;
}
