import { fileURLToPath } from "node:url";

/** The folder of the functions' bundles. It is not in build.ts, which is slow to load. */
export const distFolder = fileURLToPath(new URL("../dist", import.meta.url));
