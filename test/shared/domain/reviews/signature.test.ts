import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyId, signDecision, verifyDecision } from "#shared/domain/reviews/keyring.ts";
import { anyCharacter } from "#test/support/any-character.ts";

const fields = {
  decision: "approved_with_changes",
  counsel_email: "ada@law.example",
  nonce: "000102030405060708090a0b0c0d0e0f",
  decided_at: "2026-11-20T10:15:30.123Z",
};

describe("decision signature", () => {
  test("is HMAC-SHA256 over the four fields joined by bars, keyed with the UTF-8 bytes of the secret", () => {
    // The literal is what `openssl dgst -sha256 -hmac 'a secret'` prints for the same text.
    const expected = createHmac("sha256", "a secret")
      .update(
        "approved_with_changes|ada@law.example|000102030405060708090a0b0c0d0e0f|2026-11-20T10:15:30.123Z",
      )
      .digest("hex");
    expect(signDecision("a secret", fields)).toBe(expected);
    expect(expected).toBe("6ce7f6e76ecd7bb1d9e4be72ec5b6197bcbca328281c664c136a8226235b5302");
  });

  test("verifies only byte-identical input", () => {
    const signature = signDecision("a secret", fields);
    expect(verifyDecision("a secret", fields, signature)).toBe(true);
    const names = ["decision", "counsel_email", "nonce"] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.string({ unit: anyCharacter, maxLength: 60 }),
        (name, text) => {
          fc.pre(fields[name] !== text);
          expect(verifyDecision("a secret", { ...fields, [name]: text }, signature)).toBe(false);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (other) => {
        fc.pre(other !== signature);
        expect(verifyDecision("a secret", fields, other)).toBe(false);
      }),
    );
  });

  test("binds the exact text of the time, not the instant it names", () => {
    const signature = signDecision("a secret", fields);
    for (const decided_at of [
      "2026-11-20T10:15:30.123+00:00",
      "2026-11-20T10:15:30.1230Z",
      "2026-11-20T10:15:30.124Z",
    ]) {
      expect(verifyDecision("a secret", { ...fields, decided_at }, signature)).toBe(false);
    }
  });

  test.each([
    "2026-11-20T10:15:30.123",
    "2026-11-20T10:15:30+01:00",
    "2026-11-20",
    "2026-13-40T10:15:30Z",
    "now",
    "",
  ])("refuses to sign a time without a UTC offset: %s", (decided_at) => {
    expect(() => signDecision("a secret", { ...fields, decided_at })).toThrow(RangeError);
    expect(verifyDecision("a secret", { ...fields, decided_at }, "0".repeat(64))).toBe(false);
  });

  test("another secret does not verify", () => {
    expect(verifyDecision("b secret", fields, signDecision("a secret", fields))).toBe(false);
  });

  test("two nonces give two signatures for the same decision", () => {
    const other = { ...fields, nonce: "f".repeat(32) };
    expect(signDecision("a secret", other)).not.toBe(signDecision("a secret", fields));
  });

  test("the key id is the first 16 hex characters of SHA-256 over the key's bytes", () => {
    // printf '%s' 'a secret' | sha256sum
    expect(keyId("a secret")).toBe("984ca5162200734c");
  });
});
