import { fileURLToPath } from "node:url";

/** Where the bundles of the functions lie; apart from the build, which takes long to load. */
export const distFolder = fileURLToPath(new URL("../dist", import.meta.url));
