import { fileURLToPath } from "node:url";

/** Where all functions together are, for test systems. */
export const oneBundleFolder = fileURLToPath(
  new URL("../../node_modules/.cache/one-bundle", import.meta.url),
);
