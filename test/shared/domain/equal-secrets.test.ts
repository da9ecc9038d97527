import * as fc from "fast-check";
import { expect, test } from "vitest";
import { areEqualSecrets } from "#shared/domain/equal-secrets.ts";
import { anyCharacter } from "#test/support/any-character.ts";

const secret = fc.oneof(fc.string({ unit: anyCharacter }), fc.uint8Array({ maxLength: 40 }));

test("any two secrets can be compared, also texts of equal length in characters but not in bytes", async () => {
  await fc.assert(
    fc.asyncProperty(secret, secret, async (a, b) => {
      expect(areEqualSecrets(a, b)).toBe(Buffer.from(a as string).equals(Buffer.from(b as string)));
      expect(areEqualSecrets(a, typeof a === "string" ? a : a.slice())).toBe(true);
    }),
  );
  expect(areEqualSecrets("a".repeat(64), "é".repeat(64))).toBe(false);
  expect(areEqualSecrets("é", Buffer.from("é"))).toBe(true);
});
