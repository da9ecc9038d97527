import { generateKeyPairSync, type KeyObject } from "node:crypto";

const kept = globalThis as { rsaKeyOfTests?: KeyObject };

/** An RSA-2048 key for tests to which any will do: made once per process, as making one takes 0.2 s. */
export const rsaKey = (): KeyObject => {
  kept.rsaKeyOfTests ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  return kept.rsaKeyOfTests;
};

/** The same key as PEM. */
export const rsaPem = (type: "pkcs1" | "pkcs8" = "pkcs8"): string =>
  rsaKey().export({ type, format: "pem" }).toString();
