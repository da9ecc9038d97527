import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { keysDocument } from "#infra/keys-reference.ts";

/** `npm run keys`: writes docs/keys.md from the comments in shared/store. */
writeFileSync(fileURLToPath(new URL("../docs/keys.md", import.meta.url)), keysDocument());
