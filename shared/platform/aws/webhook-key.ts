import { DecryptCommand, EncryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { requiredSetting } from "#shared/platform/settings.ts";
import { awsClientSettings } from "./aws-client.ts";

/*
 * The key that encrypts the signing secrets of webhook endpoints; each is bound to its endpoint by
 * the encryption context.
 */

const client = new KMSClient(awsClientSettings("KMS"));

const contextOf = (endpointId: string) => ({ webhook_endpoint: endpointId });

/** @returns base64 */
export async function encryptSecret(endpointId: string, secret: string): Promise<string> {
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({
      KeyId: requiredSetting("WEBHOOK_KEY_ARN"),
      Plaintext: new TextEncoder().encode(secret),
      EncryptionContext: contextOf(endpointId),
    }),
  );
  if (CiphertextBlob === undefined) throw new Error("The key service answered without a text.");
  return Buffer.from(CiphertextBlob).toString("base64");
}

const decrypted = createAgedCache<string>({ maxAgeMs: 5 * 60_000, mostKept: 1000 });

/** @param now milliseconds since the epoch */
export async function decryptSecret(
  endpointId: string,
  ciphertext: string,
  now: number,
): Promise<string> {
  const known = decrypted.get(ciphertext, now);
  if (known !== undefined) return known;
  const { Plaintext } = await client.send(
    new DecryptCommand({
      KeyId: requiredSetting("WEBHOOK_KEY_ARN"),
      CiphertextBlob: Buffer.from(ciphertext, "base64"),
      EncryptionContext: contextOf(endpointId),
    }),
  );
  if (Plaintext === undefined) throw new Error("The key service answered without a text.");
  const secret = Buffer.from(Plaintext).toString("utf8");
  decrypted.set(ciphertext, secret, now);
  return secret;
}
