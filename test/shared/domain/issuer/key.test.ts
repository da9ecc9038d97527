import { createHash, generateKeyPairSync } from "node:crypto";
import { compactVerify, decodeJwt, importJWK } from "jose";
import { describe, expect, test } from "vitest";
import { issuerKeyOf } from "#shared/domain/issuer/key.ts";
import { signToken } from "#shared/domain/issuer/token.ts";

const pem = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();

describe("the issuer's key", () => {
  test("has the SHA-256 of its public SPKI PEM, trailing newline included, as kid", () => {
    const key = issuerKeyOf(pem);
    const spki = publicPemOf(key?.jwk.n ?? "");
    expect(key?.jwk.kid).toBe(createHash("sha256").update(spki).digest("hex"));
  });

  test("is rejected when the text is anything but RSA-2048", () => {
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
    for (const text of [
      "",
      "x",
      pem.slice(0, 400),
      ec.export({ type: "pkcs8", format: "pem" }).toString(),
      short.export({ type: "pkcs8", format: "pem" }).toString(),
    ]) {
      expect(issuerKeyOf(text)).toBeNull();
    }
  });

  test("signs tokens that jose verifies with the published JWK", async () => {
    const key = issuerKeyOf(pem) as NonNullable<ReturnType<typeof issuerKeyOf>>;
    const now = 1_800_000_000;
    const request = { issuer: "https://i.example/oidc", subject: "s", audience: "a", id: "1", now };
    const token = await signToken(request, key.jwk.kid, key.privateKey);
    const { protectedHeader } = await compactVerify(token, await importJWK(key.jwk, "RS256"));
    expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: key.jwk.kid });
    expect(decodeJwt(token)).toEqual({
      iss: "https://i.example/oidc",
      sub: "s",
      aud: "a",
      jti: "1",
      iat: now - 30,
      nbf: now - 30,
      exp: now + 300,
    });
  });
});

/** What `openssl pkey -pubout` prints for this modulus and exponent 65537, built by hand. */
function publicPemOf(n: string): string {
  const prefix = "30820122300d06092a864886f70d01010105000382010f003082010a0282010100";
  const der = Buffer.concat([
    Buffer.from(prefix, "hex"),
    Buffer.from(n, "base64url"),
    Buffer.from("0203010001", "hex"),
  ]);
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN PUBLIC KEY-----\n${lines.join("\n")}\n-----END PUBLIC KEY-----\n`;
}
