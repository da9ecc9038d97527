import { sign } from "@octokit/webhooks-methods";
import fc from "fast-check";
import { expect, test } from "vitest";
import { matchingSecret } from "#shared/domain/sourcehost/signature.ts";

const current = { value: "It's a Secret to Everybody", which: "current" };
const previous = { value: "an older one", which: "previous" };

test("the source host's own vector verifies", () => {
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  expect(matchingSecret(signature, Buffer.from("Hello, World!"), [current])).toBe(current);
  expect(matchingSecret(signature, Buffer.from("Hello, World?"), [current])).toBeNull();
});

test("a signature of the reference library verifies, and the result says which secret matched", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.constantFrom(current, previous), async (text, secret) => {
      const signature = await sign(secret.value, text);
      expect(matchingSecret(signature, Buffer.from(text), [current, previous])).toBe(secret);
    }),
  );
});

test("no header but the right one verifies, whatever it contains", () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), fc.uint8Array(), (header, body) => {
      expect(matchingSecret(header, body, [current, previous])).toBeNull();
    }),
  );
});
