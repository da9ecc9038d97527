import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DEVELOPMENT_SECRET,
  keyId,
  keyringOf,
  signDecision,
  verifyDecision,
} from "#shared/domain/reviews/keyring.ts";
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

describe("the keyring", () => {
  const [strong, weak] = ["ab".repeat(32), "too short"];
  const key = (secret: string) => ({ key_id: keyId(secret), secret, created_at: "2026-01-01" });
  const former = (secret: string) => ({ ...key(secret), retired_at: "2026-02-01" });
  const stored = {
    version: 1 as const,
    current: key("stored"),
    retired: [former("first"), former("second")],
  };

  test.each([
    ["nothing", { stored: null, override: null, development: false }, null, []],
    ["nothing, in development", { stored: null, override: null, development: true }, "dev", []],
    [
      "what is stored",
      { stored, override: null, development: false },
      "stored",
      ["second", "first"],
    ],
    [
      "what is stored, in development",
      { stored, override: null, development: true },
      "stored",
      ["dev", "second", "first"],
    ],
    [
      "a strong override",
      { stored, override: strong, development: false },
      strong,
      ["stored", "second", "first"],
    ],
    [
      "a weak override, in development",
      { stored: null, override: weak, development: true },
      weak,
      ["dev"],
    ],
    [
      "the override that is stored too",
      { stored: { ...stored, current: key(strong) }, override: strong, development: false },
      strong,
      ["second", "first"],
    ],
    [
      "development's own secret, which another stage stored",
      {
        stored: { ...stored, current: key(DEVELOPMENT_SECRET) },
        override: null,
        development: false,
      },
      "second",
      ["first"],
    ],
  ])("of %s", (_, given, current, retired) => {
    const ring = keyringOf(given);
    const named = (one: { key_id: string; secret: string }) => {
      expect(one.key_id).toBe(keyId(one.secret));
      return one.secret === DEVELOPMENT_SECRET ? "dev" : one.secret;
    };
    expect(ring.current && named(ring.current)).toBe(current);
    expect(ring.retired.map(named)).toEqual(retired);
    expect(ring.overrideIsWeak).toBe(false);
  });

  test("of a weak override signs nothing, and verifies with every secret that it knows", () => {
    for (const override of [weak, strong.slice(2), `${strong}a`, `gg${strong}`]) {
      const { current, retired, overrideIsWeak } = keyringOf({
        ...{ stored, override, development: false },
      });
      expect([current, overrideIsWeak]).toEqual([null, true]);
      expect(retired.map(({ secret }) => secret)).toEqual([override, "stored", "second", "first"]);
    }
  });
});
