import { expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

// Tests check each of their answers against the table (test/support/system.ts).
test("only public answers may be kept by a browser, a proxy or CloudFront", () => {
  const kept = allRoutes.filter(({ cacheable }) => cacheable);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter(({ access }) => access !== "public").map(({ id }) => id)).toEqual([]);
});
