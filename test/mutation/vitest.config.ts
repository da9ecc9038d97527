import { defineConfig } from "vitest/config";

/** What Stryker runs over altered code: the tests that load it without a bundle. */
export default defineConfig({
  test: {
    include: ["test/shared/{domain,use-cases}/{reviews,standing}/**/*.test.ts"],
    testTimeout: 120_000,
  },
});
