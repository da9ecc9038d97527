import { expect, test } from "vitest";
import { hintFor } from "#shared/domain/connections/hints.ts";

test("a code that means something different at each stage has a hint of its own for each", () => {
  const refused = { http_status: 400, code: "invalid_grant" };
  const federation = hintFor({ ...refused, stage: "sts" });
  expect(federation).toMatch(/audience, issuer and subject/i);
  expect(federation).not.toMatch(/refresh token/i);
  expect(hintFor({ ...refused, stage: "refresh" })).toMatch(/refresh token/i);
});
