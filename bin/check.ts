import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

/**
 * `npm run check`: types, Biome, knip and the architecture test, in parallel if there are enough CPUs.
 * `--beside-tests` leaves that test out and uses less of the processor.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const TSC = "typescript/bin/tsc";
const files = {
  types: [TSC],
  "page types": [TSC, "-p", "functions/reviews/page/script"],
  "room types": [TSC, "-p", "functions/rooms/page/script"],
  "console types": [TSC, "-p", "functions/console/app"],
  biome: ["@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  knip: ["knip/bin/knip.js"],
};
/** A run of the tests contains this one, too. */
const tests = { architecture: ["vitest/vitest.mjs", "run", "--project", "architecture"] };
const isBesideTests = process.argv.includes("--beside-tests");
const checks = isBesideTests ? files : { ...files, ...tests };
/** Several checkers would each read the libraries' types, which costs half as much again. */
const typesOnce = (script: string): string[] =>
  isBesideTests && script === TSC ? ["--singleThreaded"] : [];

function run(name: string, [script = "", ...args]: readonly string[]): Promise<boolean> {
  const startedAt = performance.now();
  const command = [`${root}node_modules/${script}`, ...args, ...typesOnce(script)];
  const child = spawn(process.execPath, command, { cwd: root });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trimEnd());
      resolve(code === 0);
    });
  });
}

const results =
  availableParallelism() > 1
    ? await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)))
    : await Object.entries(checks).reduce<Promise<boolean[]>>(
        async (done, [name, command]) => [...(await done), await run(name, command)],
        Promise.resolve([]),
      );
process.exit(results.every(Boolean) ? 0 : 1);
