import { existsSync, readFileSync } from "node:fs";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { replaceFile } from "#infra/local/write-file.ts";

/** An RSA key as a private JWK with the members that a provider's key set needs. */
export type SigningKey = JWK & { kid: string };

/** Of the runs in this process that keep nothing: making one takes longer than all else they do. */
let unkept: Promise<SigningKey> | undefined;

/**
 * The key that the local sign-in signs with, kept in the state folder so that a restart signs
 * nobody out; with null one of this process.
 */
export async function signingKey(file: string | null): Promise<SigningKey> {
  if (file === null) {
    unkept ??= newKey();
    return unkept;
  }
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const key = await newKey();
  await replaceFile(file, JSON.stringify(key));
  return key;
}

async function newKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: "local", alg: "RS256", use: "sig" };
}

export const publicPart = ({ kty, n, e, kid, alg, use }: SigningKey): JWK =>
  ({ kty, n, e, kid, alg, use }) as JWK;
