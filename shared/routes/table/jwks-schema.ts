import * as z from "zod/mini";

/** A JWKS whose keys have exactly the members that every verifier accepts. */
export const jwksSchema = () =>
  z.strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.literal("RSA"),
        use: z.literal("sig"),
        alg: z.literal("RS256"),
        kid: z.string(),
        n: z.string(),
        e: z.string(),
      }),
    ),
  });
