import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dataProtectionDocument } from "#infra/data-protection.ts";
import { keysDocument } from "#infra/keys-reference.ts";

/** `npm run keys`: writes docs/keys.md, and the tables of docs/data-protection.md, from shared/store. */
const fileOf = (name: string) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
writeFileSync(fileOf("keys.md"), keysDocument());
const protection = fileOf("data-protection.md");
writeFileSync(protection, dataProtectionDocument(readFileSync(protection, "utf8")));
