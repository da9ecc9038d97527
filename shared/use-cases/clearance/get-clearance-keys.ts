import { getClearanceKeys as readKeys } from "#shared/store/clearance-keys.ts";

/** The public keys of statements as a JWKS, the current key first; empty before there is one. */
export async function getClearanceKeys() {
  const keys = await readKeys();
  return {
    keys: keys.map(({ kid, x, created_at, retired_at }) => ({
      kty: "OKP" as const,
      crv: "Ed25519" as const,
      x,
      kid,
      alg: "EdDSA" as const,
      use: "sig" as const,
      created_at,
      ...(retired_at === null ? {} : { retired_at }),
    })),
  };
}
