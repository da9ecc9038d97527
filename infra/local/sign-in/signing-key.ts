import { existsSync, readFileSync } from "node:fs";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { replaceFile } from "#infra/local/write-file.ts";

/** An RSA key as a private JWK with the members that a provider's key set needs. */
export type SigningKey = JWK & { kid: string };

/**
 * The key that the local sign-in signs with. It is kept in the state folder, so that a restart signs
 * nobody out. With null, it is a new key that is not kept.
 */
export async function signingKey(file: string | null): Promise<SigningKey> {
  if (file !== null && existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "local", alg: "RS256", use: "sig" };
  if (file !== null) await replaceFile(file, JSON.stringify(key));
  return key;
}

export const publicPart = ({ kty, n, e, kid, alg, use }: SigningKey): JWK =>
  ({ kty, n, e, kid, alg, use }) as JWK;
