import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { setup as build } from "#test/support/build-once.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { type Case, casesOf } from "./cases.ts";
import { genuineParts } from "./genuine.ts";
import { listing } from "./run.ts";

/*
 * Writes the conformance files anew: `node bin/run.mjs test/conformance/make.ts`. They come from a
 * system that this starts; what each has to end with stands in cases.ts, and is not asked of the verifier.
 */

const folder = dirname(fileURLToPath(import.meta.url));
const MADE = ["files", "log", "logs", "keys", "cases.json"];

const write = (path: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};

const endBuild = await build();
const system = await startTestSystemWithLog();
try {
  const parts = await genuineParts(system);
  for (const name of MADE) rmSync(join(folder, name), { recursive: true, force: true });
  for (const [path, bytes] of parts.log) write(`log/${path}`, bytes);
  for (const [path, bytes] of parts.shorter) write(`logs/shorter/${path}`, bytes);
  const cases = casesOf(parts, write);
  const keys = { ed25519: parts.keys[0], ml_dsa_44: parts.keys[1], secret: DEVELOPMENT_SECRET };
  write("cases.json", `${JSON.stringify({ keys, cases: cases.map(listed) }, null, 1)}\n`);
} finally {
  await system.close();
  endBuild();
}

function listed({ content, ...one }: Case) {
  write(one.file, content);
  return one;
}

console.log(`${listing().cases.length} cases.`);
