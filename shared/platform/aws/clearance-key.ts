import { CreateKeyCommand, GetPublicKeyCommand, KMSClient, SignCommand } from "@aws-sdk/client-kms";
import { requiredSetting } from "#shared/platform/settings.ts";
import { awsClientSettings } from "./aws-client.ts";

/* The Ed25519 keys of clearance statements in AWS KMS. */

const client = new KMSClient(awsClientSettings("KMS"));

/** The first key, created by the stack. */
export const firstClearanceKeyArn = (): string => requiredSetting("CLEARANCE_KEY_ARN");

/** Signs a message of at most 4,096 bytes. */
export async function signStatement(keyArn: string, message: Uint8Array): Promise<Uint8Array> {
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

const SPKI_PREFIX_BYTES = 12;

/** The public key, base64url of its 32 bytes. */
export async function clearancePublicKey(keyArn: string): Promise<string> {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyArn }));
  if (PublicKey === undefined) throw new Error("The key service answered without a key.");
  return Buffer.from(PublicKey.subarray(SPKI_PREFIX_BYTES)).toString("base64url");
}

/** Creates another key. @returns its ARN */
export async function createClearanceKey(): Promise<string> {
  const { KeyMetadata } = await client.send(
    new CreateKeyCommand({
      Description: "Countersign: clearance statements",
      KeySpec: "ECC_NIST_EDWARDS25519",
      KeyUsage: "SIGN_VERIFY",
      Tags: [{ TagKey: "countersign-clearance", TagValue: requiredSetting("CLEARANCE_KEY_TAG") }],
    }),
  );
  if (KeyMetadata?.Arn === undefined) throw new Error("The key service answered without an ARN.");
  return KeyMetadata.Arn;
}
