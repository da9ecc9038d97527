import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { settingsDocument } from "#infra/settings-reference.ts";

/** `npm run settings`: writes docs/settings.md from the route table. */
writeFileSync(fileURLToPath(new URL("../docs/settings.md", import.meta.url)), settingsDocument());
