import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { DomainError } from "#shared/domain/errors.ts";
import { type IssuerKey, issuerKeyOf, type PublicJwk } from "#shared/domain/issuer/key.ts";
import type { CURRENT_KEY_SECRET, PREVIOUS_KEY_SECRET } from "#shared/platform/issuer/issuer.ts";
import { fetchSecret } from "#shared/platform/secrets/secrets.ts";

type Slot = typeof CURRENT_KEY_SECRET | typeof PREVIOUS_KEY_SECRET;

/** A key as it is written to a slot. */
export interface NewKey {
  pem: string;
  jwk: PublicJwk;
}

/** RSA-2048, PKCS#8 PEM (second seed, "Issuer key material"). */
export async function newKey(): Promise<NewKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { pem, jwk: (issuerKeyOf(pem) as IssuerKey).jwk };
}

/** The key in one version of a slot; null if there is none or it is not an RSA-2048 key. */
export async function slotKey(slot: Slot, versionId: string | null): Promise<NewKey | null> {
  if (versionId === null) return null;
  const pem = await fetchSecret(slot, versionId);
  const key = pem === null ? null : issuerKeyOf(pem);
  return pem === null || key === null ? null : { pem, jwk: key.jwk };
}

export const notUsable = (slot: Slot): DomainError =>
  new DomainError(
    "secret_not_usable",
    `The entry ${slot} in the secret store is not an RSA-2048 private key in PKCS#8 PEM.`,
  );
