import { expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

// Each answer in a test is held to the table (test/support/system.ts).
test("only what is public may be kept by a browser, a proxy or CloudFront", () => {
  const kept = allRoutes.filter(({ cacheable }) => cacheable);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter(({ access }) => access !== "public").map(({ id }) => id)).toEqual([]);
});
