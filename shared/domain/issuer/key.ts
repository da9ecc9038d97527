import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** A published key: exactly these six members. */
export interface PublicJwk {
  kty: "RSA";
  use: "sig";
  alg: "RS256";
  kid: string;
  n: string;
  e: string;
}

export interface IssuerKey {
  privateKey: KeyObject;
  jwk: PublicJwk;
}

/**
 * Reads an RSA-2048 private key from PEM (the platform stores PKCS#8). The kid is the lower-case
 * hex SHA-256 of the public key's SPKI PEM with its trailing newline, as
 * `openssl pkey -pubout | sha256sum` gives it.
 * @returns null for anything else, without the reason: it could quote the key
 */
export function issuerKeyOf(pem: string): IssuerKey | null {
  try {
    const privateKey = createPrivateKey({ key: pem, format: "pem" });
    const isRsa2048 =
      privateKey.asymmetricKeyType === "rsa" &&
      privateKey.asymmetricKeyDetails?.modulusLength === 2048;
    return isRsa2048 ? { privateKey, jwk: publicJwk(createPublicKey(privateKey)) } : null;
  } catch {
    return null;
  }
}

function publicJwk(publicKey: KeyObject): PublicJwk {
  const { n = "", e = "" } = publicKey.export({ format: "jwk" });
  const spki = publicKey.export({ type: "spki", format: "pem" });
  const kid = createHash("sha256").update(spki).digest("hex");
  return { kty: "RSA", use: "sig", alg: "RS256", kid, n, e };
}
