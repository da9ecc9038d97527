import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Ecosystem, libraryTable } from "#shared/domain/discovery/sourcehost/libraries.ts";

/*
 * Looks up every exact name of the library table in its registry, with that registry's own tool
 * (npm, pip). Prints the names that are not found.
 */

const run = promisify(execFile);

const lookups: Partial<Record<Ecosystem, (name: string) => Promise<unknown>>> = {
  npm: (name) => run("npm", ["view", name, "name"]),
  pypi: (name) => run("pip", ["index", "versions", name]),
};

let failed = 0;
for (const [ecosystem, lookUp] of Object.entries(lookups)) {
  const names = libraryTable
    .flatMap(({ packages }) => packages[ecosystem as Ecosystem] ?? [])
    .filter((name) => !name.endsWith("*"));
  const missing: string[] = [];
  for (let start = 0; start < names.length; start += 4) {
    const group = names.slice(start, start + 4);
    const found = await Promise.allSettled(group.map(lookUp));
    missing.push(...group.filter((_, i) => found[i]?.status === "rejected"));
  }
  failed += missing.length;
  console.log(`${ecosystem}: ${names.length - missing.length} of ${names.length} names found`);
  for (const name of missing) console.log(`  not found: ${name}`);
}
process.exitCode = failed === 0 ? 0 : 1;
