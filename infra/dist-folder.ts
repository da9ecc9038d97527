import { fileURLToPath } from "node:url";

/** Where the functions' bundles are. Not in build.ts, which is slow to load. */
export const distFolder = fileURLToPath(new URL("../dist", import.meta.url));
