import { fileURLToPath } from "node:url";

/** The folder with the bundle of all functions, for test systems. */
export const oneBundleFolder = fileURLToPath(
  new URL("../../node_modules/.cache/one-bundle", import.meta.url),
);
