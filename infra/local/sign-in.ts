import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import { publicPart, type SigningKey } from "./sign-in/signing-key.ts";

/** The body of `POST /_local/token`. An empty one means a plain user without a tenant. */
export const tokenRequest = z.strictObject({
  sub: z.optional(z.guid("must be a UUID")),
  email: z.optional(z.string("must be text")),
  is_platform_admin: z.optional(z.boolean("must be true or false")),
  is_reader: z.optional(z.boolean("must be true or false")),
  tenant_id: z.optional(z.string("must be text")),
  org_role: z.optional(z.enum(["admin", "member"], "must be admin or member")),
});

type TokenRequest = z.output<typeof tokenRequest>;

/** The local run's way to issue tokens without a browser, and the gateway's JWT authorizer. */
export interface SignIn {
  issue(request: TokenRequest): Promise<{ access_token: string; expires_in: number }>;
  /** The claims as API Gateway passes them on (every value a string); null means 401. */
  verify(authorization: string | undefined): Promise<Record<string, string> | null>;
}

const ISSUER = "urn:countersign:local-sign-in";
const AUDIENCE = "countersign";
const LIFETIME_SECONDS = 8 * 3600;
const MAX_VERIFIED = 1000;
export const DEFAULT_USER = "00000000-0000-4000-8000-000000000001";

/** The console's client id at the local provider. */
export const CONSOLE_CLIENT = "countersign-console";

/** @param providerIssuer issuer of the provider that people sign in with; it has the same key */
export async function startSignIn(
  key: SigningKey,
  now: () => number,
  providerIssuer: () => string,
): Promise<SignIn> {
  const privateKey = await importJWK(key, "RS256");
  const keys = createLocalJWKSet({ keys: [publicPart(key)] });
  const seconds = () => Math.floor(now() / 1000);
  /** Tokens whose signature we have checked, because the same ones are used again and again. */
  const verified = new Map<string, { claims: Record<string, string>; exp: number }>();
  return {
    issue: async ({ sub = DEFAULT_USER, ...claims }) => ({
      access_token: await new SignJWT({ email: "admin@example.com", ...claims })
        .setProtectedHeader({ alg: "RS256" })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(sub)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + LIFETIME_SECONDS)
        .sign(privateKey),
      expires_in: LIFETIME_SECONDS,
    }),
    verify: async (authorization) => {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
      if (token === undefined) return null;
      const known = verified.get(token);
      if (known !== undefined && known.exp > seconds()) return { ...known.claims };
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer: [ISSUER, providerIssuer()],
          audience: [AUDIENCE, CONSOLE_CLIENT],
          currentDate: new Date(now()),
        });
        const claims = asGatewayHandsThemOver(payload);
        if (verified.size >= MAX_VERIFIED) verified.clear();
        if (payload.exp !== undefined) verified.set(token, { claims, exp: payload.exp });
        return claims;
      } catch {
        return null;
      }
    },
  };
}

/** API Gateway converts every claim to text: arrays to `[a b]`, booleans to `"true"`. */
function asGatewayHandsThemOver(claims: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? `[${value.join(" ")}]`
        : typeof value === "object" && value !== null
          ? JSON.stringify(value)
          : String(value),
    ]),
  );
}
